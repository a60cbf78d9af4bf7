import { sql } from 'kysely'
import {
  ensureCorridor,
  type PlannedRoute,
  planRoute,
} from '#server/domains/places/places.public.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'

export type SeededTrip = { id: string; lastSeq: number; from: string; to: string; day: string }

/** Real corridors, by DIVIPOLA code: what people travel most. */
const ROUTES = [
  ['11001', '25307', '73001', '76001'],
  ['76001', '73001', '11001'],
  ['11001', '05001'],
  ['05001', '11001'],
  ['11001', '15001', '68001'],
  ['68001', '11001'],
  ['11001', '50001'],
  ['11001', '41001'],
  ['41001', '11001'],
  ['05001', '76001'],
  ['11001', '17001'],
  ['08001', '13001'],
]

/** So many that a driver of the bench has some trips in ten days, as a driver of ours may. */
const DRIVERS = 500

/** The most that a trip may offer. */
export const SEATS = 8
const PREFERENCES = {
  luggage: 'small',
  pets: false,
  smoking: false,
  music: true,
  talk: 'some',
  maxTwoInBack: false,
  womenOnly: false,
}
const PRICE_PESOS = 40_000

export async function seedPeople(deps: Deps, count: number, pesos: number): Promise<TestUser[]> {
  const people: TestUser[] = []
  for (let index = 0; index < count; index += 1) {
    const user = await aUser(deps)
    await aFundedWallet(deps, user.userId, pesos)
    people.push(user)
  }
  return people
}

/** Published trips with eight seats, spread over the corridors, drivers and the coming days. */
export async function seedTrips(
  deps: Deps,
  count: number,
): Promise<(SeededTrip & { driverToken: string })[]> {
  const drivers = []
  for (let index = 0; index < DRIVERS; index += 1) drivers.push(await aVerifiedDriver(deps))
  const corridors = await Promise.all(ROUTES.map((stops) => openCorridor(deps, stops)))
  const trips = []
  for (let index = 0; index < count; index += 1) {
    const driver = drivers[index % drivers.length]
    const corridor = corridors[index % corridors.length]
    if (!driver || !corridor) continue
    const departsAt = addMs(deps.clock.now(), DAY_MS + (index % 240) * HOUR_MS)
    const trip = await insertTrip(deps, driver, corridor, departsAt)
    trips.push({ ...trip, driverToken: driver.token })
  }
  return trips
}

export type Corridor = { id: string; route: PlannedRoute }

/** The way through the stops, written as a corridor. */
export async function openCorridor(deps: Deps, stops: string[]): Promise<Corridor> {
  const route = await planRoute(deps, stops)
  return {
    id: await inTransaction(deps.db, (tx) => ensureCorridor(tx, route, deps.clock.now())),
    route,
  }
}

/** A published trip on sale, straight into its tables. */
export async function insertTrip(
  deps: Deps,
  driver: { userId: string; vehicleId: string },
  { id: corridorId, route }: Corridor,
  departsAt: Date,
  declaredSeqs = route.declaredSeqs,
): Promise<SeededTrip> {
  const id = newId()
  const now = deps.clock.now()
  const arrivesAt = addMs(departsAt, route.durationMinutes * MINUTE_MS)
  const legs = route.places.length - 1
  const prices = route.places.map((place) =>
    Math.round((PRICE_PESOS * place.km) / route.distanceKm),
  )
  await sql`
    with trip as (
      insert into trips (id, driver_id, vehicle_id, corridor_id, status, departs_at, arrives_at,
        seats, seat_price, declared_seqs, price_cumulative, payment_modes, instant,
        en_route_pickups, preferences, quote, created_at)
      values (${id}, ${driver.userId}, ${driver.vehicleId}, ${corridorId}, 'published',
        ${departsAt}, ${arrivesAt}, ${SEATS}, ${PRICE_PESOS}, ${declaredSeqs}, ${prices},
        array['billetera'], true, true, ${JSON.stringify(PREFERENCES)}, '{}', ${now})
      returning id
    )
    insert into trip_seats (trip_id, seats_left, capacity)
    select id, array_fill(${SEATS}::smallint, array[${legs}::int]), ${SEATS} from trip
    `.execute(deps.db)
  const [first, last] = [route.places[0], route.places.at(-1)]
  const day = addMs(departsAt, -5 * HOUR_MS)
    .toISOString()
    .slice(0, 10)
  return { id, lastSeq: legs, from: first?.placeId ?? '', to: last?.placeId ?? '', day }
}
