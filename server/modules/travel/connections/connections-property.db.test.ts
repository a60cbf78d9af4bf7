import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import {
  ensureCorridor,
  loadSafePoints,
  type PlannedRoute,
  planRoute,
  townsBetween,
} from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { connectionsByHand, type Journey, timesOf, type World } from '#test/connections-by-hand.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW, type TestDeps, testDeps } from '#test/deps.ts'
import { aUser, aVerifiedDriver, type TestDriver } from '#test/factories.ts'
import { ALL_RUNS } from '#test/property-budget.ts'
import { aRoadNetwork } from '#test/trip-factories.ts'
import { type ChangePoint, type ConnectionRow, listConnections } from './connections.queries.ts'
import { changePointsOf } from './find-connections.ts'

// Compares the search in SQL with trying every two parts of the same random trips.

/** The places asked for, and the routes of trips that may serve them. */
const WAYS = [
  {
    ends: ['50001', '15001'],
    routes: ['50001 11001', '50001 25754', '11001 15001', '11001 15001 68001', '50001 11001 15001'],
  },
  {
    ends: ['11001', '76001'],
    routes: [
      ...['11001 25307 73001', '11001 63001', '25307 73001 76001', '73001 63001 76001'],
      '11001 76001',
    ],
  },
].map(({ ends: [from = '', to = ''], routes }) => ({ from, to, routes }))

let deps: TestDeps
let driver: TestDriver
let verifiedId: string
type Way = { from: string; to: string; longestMinutes: number; points: ChangePoint[] }
let ways: (Way & { routes: { id: string; route: PlannedRoute }[] })[]

beforeAll(async () => {
  deps = await testDeps()
  await aRoadNetwork(deps)
  await loadSafePoints(deps)
  driver = await aVerifiedDriver(deps)
  verifiedId = (await aUser(deps, { verified: true })).userId
  ways = await Promise.all(
    WAYS.map(async ({ from, to, routes }) => {
      const found = await townsBetween(deps, { from, to })
      const points = found!.towns.flatMap(changePointsOf)
      const longestMinutes = Math.round(1.3 * found!.minutes) + 240
      return { from, to, points, longestMinutes, routes: await Promise.all(routes.map(aRoute)) }
    }),
  )
})

async function aRoute(stops: string) {
  const route = await planRoute(deps, stops.split(' '))
  const id = await inTransaction(deps.db, (tx) => ensureCorridor(tx, route, deps.clock.now()))
  return { id, route }
}

const mostly = fc.nat({ max: 9 }).map((n) => n > 0)
const seldom = fc.nat({ max: 9 }).map((n) => n === 0)
const trips = fc.record({
  route: fc.nat({ max: 4 }),
  // In steps, so that times are often equal; some leave at night or on the day after.
  departs: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 60 * 3 })),
  seed: fc.nat(),
  extraMax: fc.constantFrom(null, null, 0, 1, 3),
  ...{ instant: mostly, wallet: mostly, open: mostly, audience: seldom, pets: mostly },
})
type Spec = typeof trips extends fc.Arbitrary<infer T> ? T : never

const worlds = fc.record({
  trips: fc.array(trips, { minLength: 25, maxLength: 60, size: 'max' }),
  way: fc.nat({ max: WAYS.length - 1 }),
  seats: fc.constantFrom(1, 1, 2),
  verified: fc.boolean(),
  filters: fc.constantFrom([], [], ['pets' as const]),
})

/** Worlds of one run: each has days of its own, so that they are stored together. */
const TOGETHER = 20
const DAYS_APART = 4

type Stored = World[number] & { corridor: string }

function build(spec: Spec, way: number, since: Date): Stored {
  const { routes, points: there } = ways[way]!
  const { id: corridor, route } = routes[spec.route]!
  const { places } = route
  const last = places.length - 1
  const digit = (no: number) => ((spec.seed ^ (no * 0x9e3779b1)) >>> 7) % 100
  const points = places.flatMap(({ placeId }, seq) => {
    const own = there.filter((point) => point.placeId === placeId)
    const chosen = digit(seq + 40) < 20 ? own[digit(seq) % own.length] : undefined
    return chosen ? [[seq, chosen.pointId] as const] : []
  })
  return {
    ...spec,
    corridor,
    id: newId(),
    placeIds: places.map(({ placeId }) => placeId),
    minutes: places.map(({ minutes }) => minutes),
    departsAt: addMs(since, spec.departs * 20 * MINUTE_MS),
    // Who sells stops of the road at once has declared all: none is an extra stop here.
    declared: places
      .map((_, seq) => seq)
      .filter((s) => spec.extraMax !== null || s === 0 || s === last || digit(s) < 70),
    seatsLeft: places.slice(1).map((_, leg) => (digit(leg + 70) < 4 ? digit(leg) % 2 : 3)),
    points: Object.fromEntries(points),
  }
}

async function store(all: readonly Stored[]): Promise<void> {
  const rows = all.map((trip) => ({
    ...trip,
    arrives: addMs(trip.departsAt, trip.minutes.at(-1)! * MINUTE_MS),
    prices: trip.minutes.map((minutes) => minutes * 100),
    modes: trip.wallet ? ['billetera', 'directo'] : ['directo'],
    preferences: { verifiedOnly: trip.audience, pets: trip.pets },
    road: trip.extraMax === null ? 'ask' : 'at_once',
    extra: trip.extraMax ?? 2,
    chosen: Object.entries(trip.points).map(([seq, point]) => ({ seq: Number(seq), point })),
  }))
  await asOwner(
    deps.databaseUrl,
    'delete from trip_stop_points; delete from trip_seats; delete from trips',
  )
  await asOwner(
    deps.databaseUrl,
    `with given as materialized (
       select * from jsonb_to_recordset($1::jsonb) as g (id uuid, corridor uuid,
         "departsAt" timestamptz, arrives timestamptz, declared smallint[], prices bigint[],
         modes text[], instant boolean, preferences jsonb, "seatsLeft" smallint[], open boolean,
         chosen jsonb, road text, extra smallint)
     ), stored as (
       insert into trips (id, driver_id, vehicle_id, corridor_id, status, departs_at, arrives_at,
         seats, seat_price, declared_seqs, price_cumulative, payment_modes, instant,
         road_stops, extra_max, preferences, quote, created_at)
       select id, $2, $3, corridor, 'published', "departsAt", arrives, 3, 10000, declared, prices,
         modes, instant, road, extra, preferences, '{"costCumulative": []}', now() from given
     ), pointed as (
       insert into trip_stop_points (trip_id, seq, safe_point_id)
       select g.id, c.seq, c.point from given g
       cross join jsonb_to_recordset(g.chosen) as c (seq smallint, point uuid)
     )
     insert into trip_seats (trip_id, seats_left, capacity, open)
     select id, "seatsLeft", 3, open from given`,
    [JSON.stringify(rows), driver.userId, driver.vehicleId],
  )
}

it('finds the same best connections as trying every two trips', async () => {
  const found = { worlds: 0, some: 0, connections: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(worlds, { minLength: TOGETHER, maxLength: TOGETHER, size: 'max' }),
      async (given) => {
        const built = given.map(({ trips: specs, way, ...asked }, no) => {
          const since = addMs(TEST_NOW, no * DAYS_APART * DAY_MS)
          const until = addMs(since, DAY_MS)
          const latest = addMs(until, ways[way]!.longestMinutes * MINUTE_MS)
          const query = { ...ways[way]!, ...asked, now: TEST_NOW, since, until, latest }
          return { query, world: specs.map((spec) => build(spec, way, since)) }
        })
        await store(built.flatMap(({ world }) => world))
        for (const { query, world } of built) {
          const viewerId = query.verified ? verifiedId : null
          const rows = await listConnections(deps.db, {
            ...query,
            viewerId,
            maxPrice: null,
            limit: 20,
          })
          const shown = journeysIn(rows)
          const { all, front } = connectionsByHand(world, query.points, query)
          expect(shown.map(timesOf)).toEqual(front.slice(0, 20))
          // Each is legal at its point, by hand.
          for (const journey of shown) expect(all).toContainEqual(journey)
          found.worlds += 1
          found.some += shown.length > 0 ? 1 : 0
          found.connections += shown.length
        }
      },
    ),
    { numRuns: 500 / TOGETHER },
  )
  // The comparison proves something only if there were connections to compare.
  expect(found.some / found.worlds).toBeGreaterThan(0.3)
  expect(found.connections / found.some).toBeGreaterThan(1.2)
  if (ALL_RUNS) expect(found.worlds).toBe(500)
}, 120_000)

function journeysIn(rows: readonly ConnectionRow[]): Journey[] {
  return rows.flatMap((row, no) => {
    const next = rows[no + 1]
    if (no % 2 === 1 || !next) return []
    const leaves = addMs(row.departs_at, row.from_minutes * MINUTE_MS)
    const arrives = addMs(next.departs_at, next.to_minutes * MINUTE_MS)
    return [{ trips: [row.trip_id, next.trip_id], point: row.point_id, leaves, arrives }]
  })
}
