// The call that decides in SQL and the decision on facts give the same answer, and write the same.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { aRoadNetwork, aTrip, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import {
  type BookCall,
  callBookSeats,
  type DecidedCall,
  readCallFacts,
  rowOf,
  storeRefusal,
} from './book-seat.queries.ts'
import { bookSeat } from './book-seat.ts'
import type { Booking } from './booking.ts'
import { decideBooking } from './decide-booking.ts'
import { MOVED_FAR_MS } from './refund-policy.ts'
import { holdIdOf, holdsMoney } from './settle-booking.ts'

const FUNDS = 500_000
let deps: TestDeps
let [ana, eva]: TestUser[] = []
let trip: TestTrip
const others: TestTrip[] = []
/** A booking whose row is copied. */
let model: Booking

beforeAll(async () => {
  deps = await testDeps({ owner: true })
  await aRoadNetwork(deps)
  ;[ana, eva] = [await aUser(deps), await aUser(deps)]
  const driver = await aVerifiedDriver(deps)
  await aFundedWallet(deps, driver.userId, FUNDS)
  trip = await aTrip(deps, { driver, paymentModes: ['billetera', 'directo'] })
  for (let day = 8; day < 16; day += 1) {
    const departsAt = addMs(deps.clock.now(), day * DAY_MS)
    others.push(await aTrip(deps, { departsAt, driver: trip.driver }))
  }
  for (const person of [ana, eva]) await aFundedWallet(deps, person?.userId ?? '', FUNDS)
  const asked = { tripId: trip.tripId, seats: 1, paymentMode: 'billetera' as const }
  const part = { fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI) }
  const { booking } = await bookSeat(deps, eva as TestUser, { ...asked, ...part })
  model = booking
})

const rare = fc.oneof(
  { weight: 9, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
)
const standing = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('expelled', 'past', 'soon', 'long', 'paused') },
)
const worlds = fc.record({
  directo: fc.boolean(),
  request: rare,
  seats: fc.integer({ min: 1, max: 2 }),
  noEmail: rare,
  noName: rare,
  noPhone: rare,
  closing: rare,
  own: standing,
  driver: standing,
  blocksDriver: rare,
  blockedByFellow: rare,
  debt: rare,
  closed: rare,
  edited: rare,
  womenOnly: rare,
  verifiedOnly: rare,
  verified: fc.boolean(),
  woman: fc.boolean(),
  crosses: rare,
  openDirect: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 5, max: 7 })),
  returned: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 })),
  already: rare,
  left: fc.oneof({ weight: 3, arbitrary: fc.constant(3) }, fc.integer({ min: 0, max: 2 })),
  keep: fc.constantFrom(null, null, null, 'own', 'other', 'unknown', 'expired'),
  money: fc.constantFrom(FUNDS, FUNDS, FUNDS, 0, 'fare', 'short'),
  key: fc.constantFrom('none', 'none', 'new', 'new', 'booked', 'mismatch', 'refused', 'purged'),
})
type World = typeof worlds extends fc.Arbitrary<infer T> ? T : never

/** Runs `work` on the world and undoes it. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let value: { of: T } | undefined
  const undo = new Error('undo')
  await inTransaction(deps.db, async (tx) => {
    value = { of: await work(tx) }
    throw undo
  }).catch((error) => {
    if (error !== undo) throw error
  })
  if (!value) throw new Error('nothing ran')
  return value.of
}

function planOf(world: World): Booking {
  const instant = !world.request
  const plan: Booking = {
    ...model,
    id: newId(),
    passengerId: ana?.userId ?? '',
    seats: world.seats,
    farePesos: model.farePesos * world.seats,
    paymentMode: world.directo ? 'directo' : 'billetera',
    status: instant ? 'confirmed' : 'requested',
    expiresAt: instant ? null : addMs(deps.clock.now(), HOUR_MS),
    confirmedAt: instant ? deps.clock.now() : null,
    code: 'WWWWWW',
  }
  return { ...plan, holdId: holdsMoney(plan) ? holdIdOf(plan) : null }
}

function callOf(world: World): BookCall {
  const booking = planOf(world)
  const key = world.key === 'none' ? null : 'clave-del-mundo'
  const { passengerId, id: bookingId } = booking
  const keep = world.keep === null ? null : newId()
  return {
    booking,
    key: { passengerId, key, hash: 'hash', bookingId, holdId: holdIdOf(booking) },
    revision: trip.facts.revision,
    keepId: keep,
    job: { name: 'bookings.advance', runAt: deps.clock.now() },
    guard: undefined,
    now: deps.clock.now(),
  }
}

/** Writes the world, without triggers and foreign keys. */
async function make(tx: Tx, world: World, call: BookCall): Promise<void> {
  const [me, fellow, driver] = [ana?.userId, eva?.userId, trip.driver.userId]
  const { now } = call
  const run = (query: ReturnType<typeof sql>) => query.execute(tx)
  await run(sql`set local session_replication_role = replica`)
  if (world.noEmail) await run(sql`update users set email_confirmed_at = null where id = ${me}`)
  if (world.noName) await run(sql`update users set first_name = '' where id = ${me}`)
  if (world.noPhone) {
    await run(sql`update users set phone_sealed = null, phone_index = null, phone_proved_at = null
      where id = ${me}`)
  }
  if (world.closing) {
    await run(sql`insert into account_closings (id, user_id, asked_at, due_at)
      values (${newId()}, ${me}, ${now}, ${addMs(now, DAY_MS)})`)
  }
  for (const [id, kind] of [
    [me, world.own],
    [driver, world.driver],
  ] as const) {
    if (kind === null) continue
    const days = { expelled: null, past: -1, soon: 1, long: 20, paused: null }[kind]
    const until = kind === 'paused' ? 'infinity' : days && addMs(now, days * DAY_MS)
    await run(sql`insert into user_standing (user_id, expelled, suspended_until)
      values (${id}, ${kind === 'expelled'}, ${until})`)
  }
  for (const [by, of, wanted] of [
    [me, driver, world.blocksDriver],
    [fellow, me, world.blockedByFellow],
  ] as const) {
    if (wanted) await run(sql`insert into blocks values (${by}, ${of}, ${now})`)
  }
  if (world.debt) {
    await run(sql`insert into ledger_accounts (id, kind, owner_id, currency, balanced,
        debits_posted, credits_posted, created_at)
      values (${newId()}, 'receivable', ${me}, 'COP', true, 30000, 5000, ${now})`)
  }
  const left = world.keep === null ? world.left : Math.min(2, world.left)
  await run(sql`update trip_seats set open = ${!world.closed},
      revision = revision + ${world.edited ? 1 : 0},
      seats_left = array_fill(${left}::smallint, array[cardinality(seats_left)])
    where trip_id = ${trip.tripId}`)
  await run(
    sql`update trips set preferences = preferences || ${JSON.stringify({
      womenOnly: world.womenOnly,
      verifiedOnly: world.verifiedOnly,
    })}::jsonb where id = ${trip.tripId}`,
  )
  if (world.verified) {
    await run(sql`update users set identity_verified_at = ${now} where id = ${me}`)
  }
  if (world.woman) await run(sql`insert into women_declarations values (${me}, ${now})`)
  await makeBookings(tx, world, call)
  await makeMoney(tx, world, call)
  await makeKey(tx, world, call)
  await run(sql`set local session_replication_role = origin`)
}

async function makeBookings(tx: Tx, world: World, { booking, keepId, now }: BookCall) {
  const copy = (row: object) =>
    sql`insert into bookings select (jsonb_populate_record(b, ${JSON.stringify({
      id: newId(),
      passenger_id: booking.passengerId,
      code: newId().slice(-6).toUpperCase(),
      hold_id: null,
      payment_mode: 'directo',
      ...row,
    })}::jsonb)).* from bookings b where id = ${model.id}`.execute(tx)
  const far = others.slice(1)
  for (const { tripId } of far.slice(0, world.openDirect)) {
    const at = addMs(now, 90 * DAY_MS)
    await copy({ trip_id: tripId, picks_up_at: at, drops_off_at: addMs(at, HOUR_MS) })
  }
  for (let no = 0; no < world.returned; no += 1) {
    await copy({ status: 'cancelled_by_passenger', closed_at: now })
  }
  if (world.already) await copy({ payment_mode: 'billetera' })
  if (world.crosses) await copy({ trip_id: others[0]?.tripId, payment_mode: 'billetera' })
  if (world.keep === null || world.keep === 'unknown') return
  const part = { from: booking.fromSeq, to: booking.toSeq }
  await sql`insert into seat_keeps values (${keepId}, ${booking.tripId}, ${
    world.keep === 'other' ? eva?.userId : booking.passengerId
  }, ${part.from}, ${part.to}, ${1}, ${trip.facts.revision}, 'open', ${addMs(now, -DAY_MS)},
    ${addMs(now, world.keep === 'expired' ? -HOUR_MS : HOUR_MS)}, null)`.execute(tx)
}

async function makeMoney(tx: Tx, world: World, { booking }: BookCall) {
  const due = world.directo
    ? Math.floor((booking.farePesos * booking.commissionBp + 5_000) / 10_000)
    : booking.farePesos
  const free = { fare: due, short: due - 1 }[world.money as 'fare'] ?? world.money
  const owner = world.directo ? booking.driverId : booking.passengerId
  await sql`update ledger_accounts set credits_posted = debits_posted + debits_pending + ${free}
    where owner_id = ${owner} and kind = 'wallet' and currency = 'COP'`.execute(tx)
}

async function makeKey(tx: Tx, world: World, { booking, key, now }: BookCall) {
  if (['none', 'new'].includes(world.key)) return
  const hash = world.key === 'mismatch' ? 'another' : key.hash
  const resource = world.key === 'refused' ? booking.id : model.id
  if (world.key === 'purged') {
    await sql`insert into ledger_refusals (transfer_id, fingerprint, reason, created_at)
      values (${key.holdId}, 'f', 'insufficient_funds', ${now})`.execute(tx)
    return
  }
  await sql`insert into new_idempotency_keys values (${booking.passengerId}, 'bookings.book',
    ${key.key}, ${hash}, ${resource}, ${now})`.execute(tx)
}

/** Everything that a booking writes, without random ids. */
async function written(tx: Tx): Promise<unknown> {
  const { rows } = await sql`select
    (select json_agg(seats_left order by trip_id) from trip_seats) as seats,
    (select json_agg(json_build_array(id, debits_pending, credits_pending) order by id)
      from ledger_accounts where kind <> 'receivable') as money,
    (select json_agg(json_build_array(key, request_hash, resource_id) order by key)
      from idempotency_keys) as keys,
    (select json_agg(json_build_array(transfer_id, fingerprint, reason)) from ledger_refusals)
      as refusals,
    (select json_agg(to_jsonb(b)) from bookings b where code = 'WWWWWW') as bookings,
    (select count(*) from bookings) as count,
    (select count(*) from booking_events) as events,
    (select json_agg(json_build_array(name, payload ->> 'bookingId', run_at) order by name, run_at,
      payload ->> 'bookingId')
      from jobs) as jobs,
    (select json_agg(json_build_array(status, closed_at)) from seat_keeps) as keeps`.execute(tx)
  return rows[0]
}

const directLimits = { open: 6, returns: 2, movedMs: MOVED_FAR_MS }

async function decidedInSql(tx: Tx, call: BookCall): Promise<string> {
  const { rows } = await sql<{ answers: string[] }>`select book_seats(
    ${JSON.stringify([rowOf(call)])}::jsonb, true, ${JSON.stringify(directLimits)}::jsonb,
    ${call.now}) as answers`.execute(tx)
  return rows[0]?.answers[0] ?? ''
}

async function decidedOnFacts(tx: Tx, call: BookCall): Promise<string> {
  const db = tx as unknown as Db
  const [known] = await readCallFacts(db, [call])
  if (!known) return 'unauthenticated'
  const { booking, revision, now } = call
  const decision = decideBooking({ booking, revision, facts: known.facts, now })
  if (decision === 'overlaps') return 'overlapping_booking'
  if (decision === 'changed') return 'changed'
  if (decision !== 'book') {
    return 'repeats' in decision ? `repeated:${decision.repeats}` : textOf(decision.refused)
  }
  const decided: DecidedCall = { ...call, seen: known.seen }
  const [made] = await callBookSeats(db, [decided], { waits: true })
  if (made?.answer === 'insufficient_funds' && call.key.key !== null) {
    expect(await storeRefusal(db, decided)).toBe(true)
  }
  return made?.answer ?? ''
}

function textOf({ code, details }: AppError): string {
  const { missing, ...rest } = (details ?? {}) as Record<string, unknown>
  if (code === 'profile_incomplete') return `${code}:${(missing as string[]).join(',')}`
  if (code === 'debt_open') return `${code}:${Object.values(rest)[0]}`
  return code
}

it('answers and writes the same as the decision in SQL, in random worlds', async () => {
  const answers = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const call = callOf(world)
      const [inSql, onFacts] = [decidedInSql, decidedOnFacts].map((decide) =>
        undone(async (tx) => {
          await make(tx, world, call)
          const answer = await decide(tx, call)
          return { answer, written: await written(tx) }
        }),
      )
      const expected = await inSql
      const name = expected?.answer.split(':')[0] ?? ''
      answers.set(name, (answers.get(name) ?? 0) + 1)
      expect(await onFacts).toEqual(expected)
    }),
    { numRuns: 400 },
  )
  expect(answers.size).toBeGreaterThan(15)
}, 120_000)
