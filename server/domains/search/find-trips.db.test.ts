import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  ensureCorridor,
  greatCircleKm,
  type PlannedRoute,
  planRoute,
} from '#server/domains/places/places.public.ts'
import { addMs, bogotaDate, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW, type TestDeps, testDeps } from '#test/deps.ts'
import { aVerifiedDriver, type TestDriver } from '#test/factories.ts'
import { aRoadNetwork } from '#test/trip-factories.ts'
import { FEW, findTrips, RESULTS_MAX } from './find-trips.ts'

// The search in SQL against a search by hand over the same random trips.

const CORRIDORS = [
  ['11001', '76001'],
  ['76001', '11001'],
  ['11001', '25307', '73001'],
  ['25754', '25290', '25307'],
  ['11001', '50001'],
  ['73001', '63001', '76001'],
  ['25175', '11001', '73001'],
]
const ASKED = ['11001', '25754', '25290', '25307', '73001', '63001', '76001', '50001', '25175']

let deps: TestDeps
let driver: TestDriver
let corridors: { id: string; route: PlannedRoute }[]

beforeAll(async () => {
  deps = await testDeps()
  await aRoadNetwork(deps)
  driver = await aVerifiedDriver(deps)
  corridors = await Promise.all(
    CORRIDORS.map(async (stops) => {
      const route = await planRoute(deps, stops)
      const id = await inTransaction(deps.db, (tx) => ensureCorridor(tx, route, deps.clock.now()))
      return { id, route }
    }),
  )
})

type Spec = {
  corridor: number
  departsInMinutes: number
  seed: number[]
  enRoute: boolean
  open: boolean
  status: string
}

const specs: fc.Arbitrary<Spec> = fc.record({
  corridor: fc.nat({ max: CORRIDORS.length - 1 }),
  departsInMinutes: fc.integer({ min: -600, max: 3 * 24 * 60 }),
  seed: fc.array(fc.nat({ max: 99 }), { minLength: 40, maxLength: 40 }),
  enRoute: fc.boolean(),
  open: fc.nat({ max: 9 }).map((n) => n > 0),
  status: fc.constantFrom(...Array.from({ length: 9 }, () => 'published'), 'cancelled'),
})

/** Half of the searches follow one of the trips; the others are about any two places. */
const queries = fc.record({
  follow: fc.boolean(),
  trip: fc.nat(),
  ends: fc.tuple(fc.nat(), fc.nat()),
  places: fc.tuple(fc.constantFrom(...ASKED), fc.constantFrom(...ASKED)),
  day: fc.integer({ min: -1, max: 5 }),
  seats: fc.constantFrom(1, 1, 2, 3, 4),
})

type Asked = typeof queries extends fc.Arbitrary<infer T> ? T : never

function queryOf(trips: Trip[], asked: Asked): Query | null {
  const { seats, places, day } = asked
  const date = bogotaDate(addMs(TEST_NOW, day * DAY_MS))
  if (!asked.follow) {
    return places[0] === places[1] ? null : { from: places[0], to: places[1], date, seats }
  }
  const { route, departsAt } = trips[asked.trip % trips.length]!
  const i = asked.ends[0] % (route.places.length - 1)
  const j = i + 1 + (asked.ends[1] % (route.places.length - 1 - i))
  const [from, to] = [route.places[i]!, route.places[j]!]
  const boards = addMs(departsAt, from.minutes * MINUTE_MS)
  return { from: from.placeId, to: to.placeId, date: bogotaDate(boards), seats }
}

type Trip = {
  id: string
  corridorId: string
  route: PlannedRoute
  departsAt: Date
  arrivesAt: Date
  declared: number[]
  seatsLeft: number[]
  cumulative: number[]
  spec: Spec
}

function build(spec: Spec): Trip {
  const corridor = corridors[spec.corridor]!
  const { places } = corridor.route
  const last = places.length - 1
  const departsAt = addMs(TEST_NOW, spec.departsInMinutes * MINUTE_MS)
  const digit = (i: number) => spec.seed[i % spec.seed.length]!
  return {
    id: newId(),
    corridorId: corridor.id,
    route: corridor.route,
    departsAt,
    arrivesAt: addMs(departsAt, corridor.route.durationMinutes * MINUTE_MS),
    declared: places.map((_, seq) => seq).filter((s) => s === 0 || s === last || digit(s) < 35),
    // Mostly room, sometimes a full leg.
    seatsLeft: places.slice(1).map((_, leg) => (digit(leg + 7) < 5 ? digit(leg) % 3 : 4)),
    cumulative: places.map((place) => Math.round(place.km * 137)),
    spec,
  }
}

async function store(trips: Trip[]): Promise<void> {
  await asOwner(deps.databaseUrl, 'delete from trip_seats; delete from trips')
  const rows = trips.map(({ spec, route, ...trip }) => ({
    ...trip,
    ...spec,
    departs_at: trip.departsAt,
    arrives_at: trip.arrivesAt,
    price: trip.cumulative.at(-1),
  }))
  await asOwner(
    deps.databaseUrl,
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as g (id uuid, "corridorId" uuid, status text,
         departs_at timestamptz, arrives_at timestamptz, price bigint, declared smallint[],
         cumulative bigint[], "enRoute" boolean, "seatsLeft" smallint[], open boolean)
     ), stored as (
       insert into trips (id, driver_id, vehicle_id, corridor_id, status, departs_at, arrives_at,
         seats, seat_price, declared_seqs, price_cumulative, payment_modes, instant,
         en_route_pickups, preferences, quote, created_at)
       select id, $2, $3, "corridorId", status, departs_at, arrives_at, 4, price, declared,
         cumulative, '{billetera}', true, "enRoute", '{"pets":false,"womenOnly":false}', '{}', now()
       from given
     )
     insert into trip_seats (trip_id, seats_left, capacity, open)
     select id, "seatsLeft", 4, open from given`,
    [JSON.stringify(rows), driver.userId, driver.vehicleId],
  )
}

type Query = { from: string; to: string; date: string; seats: number }
type Part = { trip: Trip; i: number; j: number; at: Date; awayKm: number; declared: boolean }

/** Every part of every trip that is on sale, at any time to come. */
function partsOnSale(trips: Trip[], seats: number): Part[] {
  return trips
    .filter(({ spec }) => spec.open && spec.status === 'published')
    .flatMap((trip) =>
      trip.route.places.flatMap((from, i) =>
        trip.route.places.slice(i + 1).map((_, offset) => {
          const j = i + 1 + offset
          const at = addMs(trip.departsAt, from.minutes * MINUTE_MS)
          const declared = trip.declared.includes(i) && trip.declared.includes(j)
          return { trip, i, j, at, awayKm: 0, declared }
        }),
      ),
    )
    .filter(({ trip, i, j, at, declared }) => {
      const roomy = trip.seatsLeft.slice(i, j).every((free) => free >= seats)
      return roomy && at > TEST_NOW && (declared || trip.spec.enRoute)
    })
}

const byBoarding = (a: Part, b: Part) =>
  a.at.getTime() - b.at.getTime() || (a.trip.id < b.trip.id ? -1 : 1)

function searchByHand(trips: Trip[], query: Query) {
  const parts = partsOnSale(trips, query.seats)
  const place = (part: Part, seq: number) => part.trip.route.places[seq]!
  const asked = parts.filter(
    (part) =>
      place(part, part.i).placeId === query.from && place(part, part.j).placeId === query.to,
  )
  const today = (part: Part) => bogotaDate(part.at) === query.date
  const between = asked
    .filter(today)
    .sort((a, b) => Number(b.declared) - Number(a.declared) || byBoarding(a, b))
    .slice(0, RESULTS_MAX)
  const around = between.length < FEW ? aroundByHand(parts.filter(today), query) : []
  const known = new Set(between.map(({ trip }) => trip.id))
  const nearby = around.filter(({ trip }) => !known.has(trip.id))
  const counts = new Map<string, number>()
  for (const part of asked) {
    const date = bogotaDate(part.at)
    const days = Math.abs(Date.parse(date) - Date.parse(query.date)) / DAY_MS
    if (days > 0 && days <= 3) counts.set(date, (counts.get(date) ?? 0) + 1)
  }
  return {
    results: [...between, ...nearby].slice(0, RESULTS_MAX).map(({ trip, i, j, ...part }) => ({
      tripId: trip.id,
      match: part.awayKm > 0 ? 'nearby' : part.declared ? 'exact' : 'corridor',
      fromStopId: `${trip.id}.${i}`,
      toStopId: `${trip.id}.${j}`,
      departsAt: part.at.toISOString(),
      seatsLeft: Math.min(...trip.seatsLeft.slice(i, j)),
      awayKm: part.awayKm > 0 ? Math.round(part.awayKm * 10) / 10 : null,
    })),
    nearbyDates: [...counts]
      .map(([date, count]) => ({ date, count }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  }
}

/** Per trip the part with the shortest way from and to the asked places. */
function aroundByHand(parts: Part[], query: Query): Part[] {
  const points = new Map(
    corridors.flatMap(({ route }) => route.places.map((place) => [place.placeId, place] as const)),
  )
  const [from, to] = [points.get(query.from)!, points.get(query.to)!]
  const radius = Math.min(30, greatCircleKm(from, to) / 3)
  const best = new Map<string, Part>()
  for (const part of parts) {
    const start = greatCircleKm(from, part.trip.route.places[part.i]!)
    const end = greatCircleKm(to, part.trip.route.places[part.j]!)
    if (start > radius || end > radius || start + end === 0) continue
    const candidate = { ...part, awayKm: start + end }
    const current = best.get(part.trip.id)
    if (!current || candidate.awayKm < current.awayKm) best.set(part.trip.id, candidate)
  }
  return [...best.values()].sort(byBoarding)
}

describe('searching', () => {
  it('finds what a search by hand finds, in the same order', async () => {
    const found: Record<string, number> = { exact: 0, corridor: 0, nearby: 0 }
    let cases = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(specs, { minLength: 20, maxLength: 70 }),
        fc.array(queries, { minLength: 6, maxLength: 10 }),
        async (worlds, asked) => {
          const trips = worlds.map(build)
          await store(trips)
          for (const each of asked) {
            const query = queryOf(trips, each)
            if (!query) continue
            const expected = searchByHand(trips, query)
            const answer = await findTrips(deps, query)
            expect(
              answer.results.map((result) => ({
                tripId: result.tripId,
                match: result.match,
                fromStopId: result.fromStopId,
                toStopId: result.toStopId,
                departsAt: result.departsAt,
                seatsLeft: result.seatsLeft,
                awayKm: result.awayKm,
              })),
            ).toEqual(expected.results)
            expect(answer.nearbyDates).toEqual(expected.nearbyDates)
            for (const { match } of expected.results) found[match] = (found[match] ?? 0) + 1
            cases += 1
          }
        },
      ),
      // Making a counterexample small may not take longer than the test may.
      { numRuns: 60, interruptAfterTimeLimit: 60_000 },
    )
    expect(cases).toBeGreaterThanOrEqual(200)
    // The comparison is worth something only if there was something to find.
    expect(Math.min(...Object.values(found))).toBeGreaterThan(20)
  }, 120_000)
})
