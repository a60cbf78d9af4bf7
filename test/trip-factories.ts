// Creates trips for tests, published by the real use case with the real road network.

import { declareWoman } from '#server/modules/people/users/index.ts'
import { loadPlaces } from '#server/modules/roads/places/index.ts'
import { loadFuelPrices, quoteTrip } from '#server/modules/roads/pricing/index.ts'
import {
  findTripFacts,
  type PublishTrip,
  publishTrip,
  stopId,
  type TripFacts,
} from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { aVerifiedDriver, type TestDriver } from './factories.ts'

export const BOGOTA = '11001'
export const GIRARDOT = '25307'
export const IBAGUE = '73001'
export const CALI = '76001'

/** Loads places, roads, tolls and fuel prices, as on the first start. */
export async function aRoadNetwork(deps: Deps): Promise<void> {
  await loadPlaces(deps)
  await loadFuelPrices(deps)
}

export type TripOptions = Partial<Omit<PublishTrip, 'stops' | 'departsAt'>> & {
  driver?: TestDriver
  stops?: string[]
  /** Ids of safe points by place. */
  points?: Record<string, string>
  departsAt?: Date
}

export type TestTrip = {
  tripId: string
  driver: TestDriver
  facts: TripFacts
  /** Returns the stop id of a place on the trip. */
  stop(placeId: string): string
}

/**
 * Publishes a trip Bogotá → Girardot → Ibagué → Cali in a week with three seats, at the recommended
 * price. Needs `aRoadNetwork`.
 */
export async function aTrip(deps: Deps, options: TripOptions = {}): Promise<TestTrip> {
  const { driver: given, stops: places, points = {}, departsAt: at, ...rest } = options
  const driver = given ?? (await aVerifiedDriver(deps))
  const stops = places ?? [BOGOTA, GIRARDOT, IBAGUE, CALI]
  const departsAt = at ?? addMs(deps.clock.now(), 7 * DAY_MS)
  const seats = options.seats ?? 3
  if (rest.preferences?.womenOnly) await declareWoman(deps, driver, { isWoman: true })
  const { quote } = await quoteTrip(deps, { stops, departsAt, seats })
  const input: PublishTrip = {
    vehicleId: driver.vehicleId,
    stops: stops.map((placeId) => ({ placeId, via: false, safePointId: points[placeId] })),
    departsAt: departsAt.toISOString(),
    seats,
    seatPrice: quote.seat.recommended,
    paymentModes: ['billetera'],
    instant: true,
    enRoutePickups: true,
    ...rest,
  }
  const { id: tripId } = await publishTrip(deps, driver, input)
  const facts = await findTripFacts(deps.db, tripId)
  if (!facts) throw new Error('the trip just published is not there')
  return {
    tripId,
    driver,
    facts,
    stop(placeId) {
      const seq = facts.places.findIndex((place) => place.placeId === placeId)
      if (seq < 0) throw new Error(`the trip does not pass ${placeId}`)
      return stopId(tripId, seq)
    },
  }
}
