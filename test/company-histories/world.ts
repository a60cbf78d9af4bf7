// People, trips and money of one random history. Everything after it is done through the API, by
// the gateway, by the bank, or by time.
import { markProved } from '#server/modules/people/access/auth/auth.queries.ts'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import {
  aFundedWallet,
  anotherSession,
  aUser,
  aVerifiedDriver,
  matured,
  type TestDriver,
  type TestUser,
} from '#test/factories.ts'
import {
  aRoadNetwork,
  aTrip,
  BOGOTA,
  CALI,
  IBAGUE,
  type TestTrip,
  type TripOptions,
} from '#test/trip-factories.ts'
import {
  openWithdrawalsApp,
  verifyIdentity,
  type WithdrawalsApp,
} from '#test/withdrawal-factories.ts'

/** `errors` are the lines of the log since it was last looked at. */
export type Company = WithdrawalsApp & { errors: string[] }

/** Something that an act can name, and the people to whom it belongs. */
export type Thing = { kind: string; id: string; people: string[]; about: Record<string, unknown> }

export type World = {
  shop: Company
  people: Map<string, TestUser>
  drivers: TestDriver[]
  team: Map<string, TestUser>
  trips: TestTrip[]
  things: Thing[]
  /** What was done so far, for the report of a failure. */
  log: string[]
  startedAt: Date
  /** A SafePoint in Ibagué. */
  pointId: string
}

/** Opens the company: roads, gateway, bank, and a log whose errors are kept. */
export async function openCompany(): Promise<Company> {
  const shop = await openWithdrawalsApp({ poolSize: 4 })
  const errors: string[] = []
  const keep = (fields: unknown, text?: string) => {
    const { err, ...rest } = (fields ?? {}) as { err?: Error }
    errors.push([text, JSON.stringify(rest), err?.stack ?? err?.message].join(' '))
  }
  shop.deps.log.error = keep as never
  await aRoadNetwork(shop.deps)
  await loadSafePoints(shop.deps)
  return { ...shop, errors }
}

const TEAM = ['support', 'finance', 'finance', 'support', 'admin', 'admin', 'verifier'] as const
const EARLIEST_HOUR_UTC = 13

/** Begins a history on the next morning at 8:00 in Bogotá. */
export async function openWorld(shop: Company): Promise<World> {
  const { deps, clock } = shop
  const now = clock.now()
  const morning = new Date(now)
  morning.setUTCHours(EARLIEST_HOUR_UTC, 0, 0, 0)
  clock.set(morning > now ? morning : addMs(morning, DAY_MS))
  const startedAt = clock.now()
  const people = new Map<string, TestUser>()
  const drivers: TestDriver[] = []
  for (const name of ['carlos', 'diana', 'elena']) {
    const driver = await aVerifiedDriver(deps, { firstName: name, verified: true })
    drivers.push(driver)
    people.set(name, driver)
  }
  for (const name of ['ana', 'beto', 'gema', 'hugo', 'doble']) {
    people.set(name, await aUser(deps, { firstName: name, verified: name !== 'doble' }))
  }
  for (const [name, user] of people) {
    const isPoor = name === 'gema' || name === 'doble'
    if (name === 'ana' || name === 'carlos' || name === 'diana') await verifyIdentity(shop, user)
    if (name === 'ana') await aFundedWallet(deps, user.userId, 300_000)
    await aFundedWallet(deps, user.userId, isPoor ? 60_000 : 400_000, matured(clock.now()))
    if (name !== 'doble') await shop.addAccount(user)
  }
  const team = new Map<string, TestUser>()
  for (const [at, role] of TEAM.entries()) {
    team.set(`${role}${at}`, await aUser(deps, { firstName: role, roles: ['passenger', role] }))
  }
  const find = "select id from safe_points where place_id = $1 and status = 'vetted' limit 1"
  const pointId: string = (await asOwner(deps.databaseUrl, find, [IBAGUE])).rows[0].id
  const world = { shop, people, drivers, team, trips: [], things: [], log: [], startedAt, pointId }
  clock.advance(DAY_MS)
  await proveAll(world)
  await someTrips(world)
  return world
}

/** Publishes five trips: two of them are a trip with one change. */
export async function someTrips(world: World): Promise<void> {
  const { shop, drivers, trips } = world
  trips.length = 0
  const base = addMs(shop.clock.now(), 26 * HOUR_MS)
  const modes: TripOptions['paymentModes'] = ['billetera', 'directo']
  const all: [driver: number, hours: number, options: TripOptions][] = [
    [0, 0, { seats: 2 }],
    [1, 2, { seats: 3, stops: [BOGOTA, IBAGUE] }],
    [2, 8, { seats: 2, stops: [IBAGUE, CALI] }],
    [1, 30, { seats: 1, instant: false }],
    [2, 34, { seats: 3, roadStops: 'at_once' }],
  ]
  for (const [driver, hours, options] of all) {
    const departsAt = addMs(base, hours * HOUR_MS)
    const more = { driver: drivers[driver] as TestDriver, departsAt, paymentModes: modes }
    const trip = await aTrip(shop.deps, { ...more, ...options }).catch(() => undefined)
    if (trip) trips.push(trip)
  }
}

/** Everybody of this history, by the name that the report shows. */
export const everybody = ({ people, team }: World) => new Map([...people, ...team])

/** Opens another session for a person whose session ended while the account is open. */
export async function renewed({ shop, people, team }: World, name: string): Promise<void> {
  const group = people.has(name) ? people : team
  const user = group.get(name)
  if (user) group.set(name, { ...user, ...(await anotherSession(shop.deps, user)) })
}

/** Every person has typed the password a moment ago. */
export async function proveAll(world: World): Promise<void> {
  for (const { sessionId } of world.people.values()) {
    await markProved(world.shop.deps.db, sessionId, world.shop.clock.now())
  }
}

const THINGS = `
  with own as (select unnest($1::uuid[]) as id)
  select 'userId' as kind, u.id::text as id, array[u.id]::text[] as people, '{}'::jsonb as about
    from users u where u.id = any($1)
  union all select 'tripId', t.id::text, array[t.driver_id]::text[] || array(
      select b.passenger_id::text from bookings b where b.trip_id = t.id),
      jsonb_build_object('status', t.status, 'at', t.departs_at, 'end', t.arrives_at,
        'seqs', t.declared_seqs, 'price', t.seat_price, 'driver', t.driver_id)
    from trips t where t.driver_id = any($1)
  union all select 'bookingId', b.id::text, array[b.passenger_id, b.driver_id]::text[],
      jsonb_build_object('status', b.status, 'at', b.picks_up_at, 'end', b.drops_off_at,
        'code', b.code, 'trip', b.trip_id, 'expires', b.expires_at, 'from', b.from_seq)
    from bookings b where b.passenger_id = any($1)
  union all select distinct on (b.connection_id) 'connectionId', b.connection_id::text,
      array[b.passenger_id]::text[], '{}'::jsonb
    from bookings b where b.passenger_id = any($1) and b.connection_id is not null
  union all select 'keepId', k.id::text, array[k.passenger_id]::text[],
      jsonb_build_object('trip', k.trip_id, 'end', k.expires_at)
    from seat_keeps k where k.passenger_id = any($1) and k.rescue_of is null
  union all select 'paymentId', p.id::text, array[p.user_id]::text[],
      jsonb_build_object('reference', p.reference, 'pesos', p.amount_pesos, 'status', p.status)
    from payments p where p.user_id = any($1)
  union all select 'withdrawalId', w.id::text, array[w.user_id]::text[],
      jsonb_build_object('status', w.status, 'reference', w.reference)
    from withdrawals w where w.user_id = any($1)
  union all select 'accountId', a.id::text, array[a.user_id]::text[], '{}'::jsonb
    from payout_accounts a where a.user_id = any($1) and a.removed_at is null
  union all select 'moneyActId', m.id::text, array[m.user_id]::text[],
      jsonb_build_object('open', m.outcome is null)
    from money_acts m where m.user_id = any($1)
  union all select 'reportId', c.id::text, array[c.user_id]::text[],
      jsonb_build_object('open', c.decided_at is null)
    from conduct_cases c where c.user_id = any($1)
  union all select 'sanctionId', s.sanction_id::text, array[s.user_id]::text[], '{}'::jsonb
    from sanction_events s where s.user_id = any($1) and s.id = s.sanction_id
  union all select 'alertId', a.id::text, array[a.user_id]::text[], '{}'::jsonb
    from trip_alerts a where a.user_id = any($1)
  union all select 'rideRequestId', r.id::text, array[r.user_id]::text[], '{}'::jsonb
    from ride_requests r where r.user_id = any($1)
  union all select 'seriesId', s.id::text, array[s.driver_id]::text[], '{}'::jsonb
    from trip_series s where s.driver_id = any($1)
  union all select 'claimId', c.id::text, array[c.user_id]::text[],
      jsonb_build_object('open', c.claim_open)
    from account_closings c where c.user_id = any($1)
  union all select 'ratingId', r.id::text, array[r.rated_id]::text[], '{}'::jsonb
    from ratings r where r.rated_id = any($1)
  union all select 'ratingCaseId', c.id::text, '{}', '{}'::jsonb
    from rating_cases c join bookings b on b.id = c.booking_id where b.passenger_id = any($1)
  union all select 'incidentId', i.id::text, array[i.user_id]::text[], '{}'::jsonb
    from incidents i where i.user_id = any($1)
  union all select 'ticketId', t.id::text, array[t.user_id]::text[], '{}'::jsonb
    from support_tickets t where t.user_id = any($1)
  union all select 'moneyCaseId', c.id::text, '{}', jsonb_build_object('kind', c.kind)
    from payment_cases c where c.opened_at >= $2 and c.closed_at is null
  union all select 'batchId', b.id::text, '{}', '{}'::jsonb
    from payout_batches b where b.created_at >= $2
  union all select 'reviewId', r.id::text, '{}', '{}'::jsonb
    from reward_reviews r where r.first_id = any($1)
  order by kind, id`

/** Reads what the next act can name. */
export async function refresh(world: World): Promise<void> {
  const ids = [...everybody(world).values()].map(({ userId }) => userId)
  const { rows } = await asOwner(world.shop.deps.databaseUrl, THINGS, [ids, world.startedAt])
  world.things = rows as Thing[]
}
