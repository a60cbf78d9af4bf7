// Creates people and trips row by row, with the domain code or directly in its tables.
import { sql } from 'kysely'
import { preferenceDefaults } from '#contract/trip-defaults.ts'
import { ensureCorridor, type PlannedRoute, planRoute } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'

export type SeededTrip = { id: string; lastSeq: number }

/** The most travelled corridors, as DIVIPOLA codes of their stops. */
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

/** A route across the country: its many legs give one trip many seats. */
const ACROSS = ['52356', '52001', '19001', '76001', '17001', '05001', '13001', '44001']

/** Number of drivers, so that each has only a few trips in ten days, as a real driver does. */
const DRIVERS = 500

/** Largest number of seats that a trip may offer. */
export const SEATS = 8
const PRICE_PESOS = 40_000

const PARALLEL = 16

/**
 * Runs `make` this number of times, several in parallel. Returns the results in the order of the
 * index.
 */
async function repeat<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  let next = 0
  async function loop(): Promise<void> {
    for (let index = next++; index < count; index = next++) made[index] = await make(index)
  }
  await Promise.all(Array.from({ length: PARALLEL }, loop))
  return made
}

/** Creates people with this many pesos in their wallets. */
export function seedPeople(deps: Deps, count: number, pesos: number): Promise<TestUser[]> {
  return repeat(count, async () => {
    const user = await aUser(deps)
    await aFundedWallet(deps, user.userId, pesos)
    return user
  })
}

/**
 * Creates published trips with eight seats, spread over corridors, drivers and the hours of ten
 * days.
 */
export async function seedTrips(
  deps: Deps,
  count: number,
): Promise<(SeededTrip & { driverToken: string })[]> {
  const drivers = await repeat(DRIVERS, () => aVerifiedDriver(deps))
  const corridors = await Promise.all(ROUTES.map((stops) => openCorridor(deps, stops)))
  return await repeat(count, async (index) => {
    const driver = drivers[index % drivers.length]
    const corridor = corridors[index % corridors.length]
    if (!driver || !corridor) throw new Error('no driver or no corridor')
    const departsAt = addMs(deps.clock.now(), DAY_MS + (index % 240) * HOUR_MS)
    const trip = await insertTrip(deps, driver, corridor, departsAt)
    return { ...trip, driverToken: driver.token }
  })
}

/**
 * Days between two trips of a driver. No trip takes longer, so the same people can travel on each
 * of them.
 */
const DAYS_BETWEEN = 4

/**
 * Opens a series of trips of one driver across the country, one after the other, with every stop
 * declared.
 */
export async function openSeries(
  deps: Deps,
): Promise<{ legs: number; openTrip(): Promise<SeededTrip> }> {
  const driver = await aVerifiedDriver(deps)
  const corridor = await openCorridor(deps, ACROSS)
  const everyStop = corridor.route.places.map((_, seq) => seq)
  let opened = 0
  return {
    legs: everyStop.length - 1,
    openTrip() {
      opened += 1
      const departsAt = addMs(deps.clock.now(), opened * DAYS_BETWEEN * DAY_MS)
      return insertTrip(deps, driver, corridor, departsAt, everyStop)
    },
  }
}

/** Creates a trip from Bogotá to Medellín that no other part of the bench uses. */
export async function aTrip(deps: Deps): Promise<SeededTrip & { driver: TestUser }> {
  const driver = await aVerifiedDriver(deps)
  const corridor = await openCorridor(deps, ['11001', '05001'])
  const departsAt = addMs(deps.clock.now(), 20 * DAY_MS)
  return { ...(await insertTrip(deps, driver, corridor, departsAt)), driver }
}

type Corridor = { id: string; route: PlannedRoute }

/** Stores the corridor through these stops. */
async function openCorridor(deps: Deps, stops: string[]): Promise<Corridor> {
  const route = await planRoute(deps, stops)
  return {
    id: await inTransaction(deps.db, (tx) => ensureCorridor(tx, route, deps.clock.now())),
    route,
  }
}

/** Inserts a published trip on sale into its tables. */
async function insertTrip(
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
        array['billetera'], true, true, ${JSON.stringify(preferenceDefaults)}, '{}', ${now})
      returning id
    )
    insert into trip_seats (trip_id, seats_left, capacity)
    select id, array_fill(${SEATS}::smallint, array[${legs}::int]), ${SEATS} from trip
    `.execute(deps.db)
  return { id, lastSeq: legs }
}
