import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { ensureCorridor, type PlannedRoute, planRoute } from '#server/modules/roads/places/index.ts'
import { segmentPrice } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW, type TestDeps, testDeps } from '#test/deps.ts'
import { aUser, aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { ALL_RUNS } from '#test/property-budget.ts'
import { aRoadNetwork } from '#test/trip-factories.ts'
import { listMatches } from './alerts.queries.ts'
import { insertMatches } from './matching.queries.ts'

// Compares the alerts that SQL matches with a trip to those that code matches, over random data.

const CORRIDORS = [
  ['11001', '76001'],
  ['11001', '25307', '73001'],
  ['73001', '63001', '76001'],
  ['76001', '11001'],
]
const PLACES = ['11001', '25307', '73001', '63001', '76001']

let deps: TestDeps
let driver: TestDriver
let passenger: TestUser
let corridors: { id: string; route: PlannedRoute }[]

beforeAll(async () => {
  deps = await testDeps()
  await aRoadNetwork(deps)
  driver = await aVerifiedDriver(deps)
  passenger = await aUser(deps)
  corridors = await Promise.all(
    CORRIDORS.map(async (stops) => {
      const route = await planRoute(deps, stops)
      const id = await inTransaction(deps.db, (tx) => ensureCorridor(tx, route, deps.clock.now()))
      return { id, route }
    }),
  )
})

const trips = fc.record({
  corridor: fc.nat({ max: CORRIDORS.length - 1 }),
  departsInMinutes: fc.integer({ min: -300, max: 3 * 24 * 60 }),
  seed: fc.array(fc.nat({ max: 99 }), { minLength: 40, maxLength: 40 }),
  enRoute: fc.nat({ max: 2 }).map((n) => n > 0),
  published: fc.nat({ max: 9 }).map((n) => n > 0),
})

/** Most alerts follow the trip; the others are for any two places. */
const alerts = fc.record({
  follow: fc.nat({ max: 3 }).map((n) => n > 0),
  ends: fc.tuple(fc.nat(), fc.nat()),
  places: fc.tuple(fc.constantFrom(...PLACES), fc.constantFrom(...PLACES)),
  /** Days from the day of boarding to the first day of the alert. */
  day: fc.integer({ min: -1, max: 1 }),
  days: fc.integer({ min: 0, max: 3 }),
  seats: fc.constantFrom(1, 1, 2, 3, 4),
  /** Maximum price relative to the price of the part; only for an alert that follows the trip. */
  price: fc.constantFrom(null, null, -1, 0, 1),
  own: fc.nat({ max: 9 }).map((n) => n === 0),
  stopped: fc.nat({ max: 9 }).map((n) => n === 0),
})

type Spec = typeof trips extends fc.Arbitrary<infer T> ? T : never
type Asked = typeof alerts extends fc.Arbitrary<infer T> ? T : never
type Trip = ReturnType<typeof build>

function build(spec: Spec) {
  const { id: corridorId, route } = corridors[spec.corridor]!
  const last = route.places.length - 1
  const digit = (i: number) => spec.seed[i % spec.seed.length]!
  return {
    id: newId(),
    corridorId,
    route,
    departsAt: addMs(TEST_NOW, spec.departsInMinutes * MINUTE_MS),
    enRoute: spec.enRoute,
    published: spec.published,
    declaredSeqs: route.places
      .map((_, seq) => seq)
      .filter((seq) => seq === 0 || seq === last || digit(seq) < 40),
    seatsLeft: route.places.slice(1).map((_, leg) => (digit(leg + 7) < 4 ? digit(leg) % 4 : 4)),
    priceCumulative: route.places.map((place) => Math.round(place.km * 137)),
  }
}

type Alert = {
  id: string
  user_id: string
  from_place: string
  to_place: string
  since: string
  until: string
  seats: number
  max_price: number | null
  status: string
}

function alertOf(trip: Trip, asked: Asked): Alert | null {
  const { places } = trip.route
  const i = asked.ends[0] % (places.length - 1)
  const j = i + 1 + (asked.ends[1] % (places.length - 1 - i))
  const [from, to] = asked.follow ? [places[i]!.placeId, places[j]!.placeId] : asked.places
  if (from === to) return null
  const boards = addMs(trip.departsAt, places[i]!.minutes * MINUTE_MS)
  const price = segmentPrice(trip, i, j)
  return {
    id: newId(),
    user_id: asked.own ? driver.userId : passenger.userId,
    from_place: from,
    to_place: to,
    since: bogotaDate(addMs(boards, asked.day * DAY_MS)),
    until: bogotaDate(addMs(boards, (asked.day + asked.days) * DAY_MS)),
    seats: asked.seats,
    max_price: asked.price === null ? null : price + asked.price,
    status: asked.stopped ? 'stopped' : 'active',
  }
}

function fitsByHand(trip: Trip, alert: Alert): boolean {
  const seqOf = (placeId: string) => trip.route.places.findIndex((at) => at.placeId === placeId)
  const [i, j] = [seqOf(alert.from_place), seqOf(alert.to_place)]
  if (!trip.published || alert.status !== 'active' || alert.user_id === driver.userId) return false
  if (i < 0 || j < 0 || i >= j) return false
  const boards = addMs(trip.departsAt, trip.route.places[i]!.minutes * MINUTE_MS)
  const declared = trip.declaredSeqs.includes(i) && trip.declaredSeqs.includes(j)
  return (
    boards > TEST_NOW &&
    bogotaDate(boards) >= alert.since &&
    bogotaDate(boards) <= alert.until &&
    (declared || trip.enRoute) &&
    trip.seatsLeft.slice(i, j).every((free) => free >= alert.seats) &&
    (alert.max_price === null || segmentPrice(trip, i, j) <= alert.max_price)
  )
}

async function store(trip: Trip, given: Alert[]): Promise<void> {
  const url = deps.databaseUrl
  await asOwner(
    url,
    `delete from trip_alert_matches; delete from trip_alerts; delete from trip_seats;
     delete from trips`,
  )
  await asOwner(
    url,
    `insert into trips (id, driver_id, vehicle_id, corridor_id, status, departs_at, arrives_at,
       seats, seat_price, declared_seqs, price_cumulative, payment_modes, instant,
       en_route_pickups, preferences, quote, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 4, $8, $9, $10, '{billetera}', true, $11, '{}', '{}',
       now())`,
    [
      ...[trip.id, driver.userId, driver.vehicleId, trip.corridorId],
      ...[trip.published ? 'published' : 'cancelled', trip.departsAt],
      addMs(trip.departsAt, trip.route.durationMinutes * MINUTE_MS),
      ...[trip.priceCumulative.at(-1), trip.declaredSeqs, trip.priceCumulative, trip.enRoute],
    ],
  )
  await asOwner(url, 'insert into trip_seats (trip_id, seats_left, capacity) values ($1, $2, 4)', [
    trip.id,
    trip.seatsLeft,
  ])
  await asOwner(
    url,
    `insert into trip_alerts
     select id, user_id, from_place, to_place, since, until, seats, max_price, status, now(),
       case when status = 'stopped' then now() end
     from jsonb_to_recordset($1::jsonb) as g (id uuid, user_id uuid, from_place text,
       to_place text, since date, until date, seats smallint, max_price bigint, status text)`,
    [JSON.stringify(given)],
  )
}

it('matches a random trip with the same alerts in SQL as in code, each alert once', async () => {
  let met = 0
  await fc.assert(
    fc.asyncProperty(
      trips,
      fc.array(alerts, { minLength: 10, maxLength: 30 }),
      async (spec, asked) => {
        const trip = build(spec)
        const given = asked.map((each) => alertOf(trip, each)).filter((each) => each !== null)
        await store(trip, given)
        const expected = given.filter((alert) => fitsByHand(trip, alert))
        const round = { tripId: trip.id, now: TEST_NOW, notAgainMs: 0, limit: 3 }
        const match = () => inTransaction(deps.db, (tx) => insertMatches(tx, round))
        for (let left = expected.length; left > 0; left -= 3) {
          expect(await match()).toBe(Math.min(left, 3))
        }
        expect(await match()).toBe(0)
        const alertIds = given.map((alert) => alert.id)
        const filter = { alertIds, waiting: true, now: TEST_NOW, limit: 5 }
        const found = await listMatches(deps.db, filter)
        expect(found.map((row) => row.alertId).sort()).toEqual(expected.map((it) => it.id).sort())
        for (const row of found) {
          expect(row.price).toBe(segmentPrice(trip, row.fromSeq, row.toSeq))
          const free = trip.seatsLeft.slice(row.fromSeq, row.toSeq)
          expect(row.seatsLeft).toBe(Math.min(...free))
        }
        met += expected.length
      },
    ),
    { numRuns: 80 },
  )
  // The comparison proves something only if enough alerts matched.
  if (ALL_RUNS) expect(met).toBeGreaterThan(25)
}, 120_000)
