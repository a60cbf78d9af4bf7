import {
  type PlannedRoute,
  placesByIds,
  planRoute,
  type RoutingDeps,
  tollsOn,
} from '#server/modules/roads/places/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { cachedFor } from '#server/platform/ttl-cache.ts'
import { type FuelRow, type FuelTable, fuelAt, NATIONAL } from './fuel.ts'
import { listFuelPrices } from './pricing.queries.ts'
import { buildQuote, type TripQuote } from './quote.ts'

/** As for the road network, every process sees an operator's new price within a minute. */
const KEPT_MS = 60_000

export type QuoteRequest = {
  stops: readonly string[]
  /** Stops that the route only passes. */
  via?: readonly string[]
  departsAt: Date
  seats: number
}

/** Quotes a trip. Errors: `route_stops_invalid`, `place_not_found`, `route_not_found`. */
export async function quoteTrip(
  deps: RoutingDeps,
  request: QuoteRequest,
): Promise<{ route: PlannedRoute; quote: TripQuote }> {
  const route = await planRoute(deps, request.stops, request.via)
  return { route, quote: await priceRoute(deps, route, request) }
}

/** Prices a planned route with the tolls and the fuel of the day of departure. */
export async function priceRoute(
  deps: ReadDeps,
  route: PlannedRoute,
  { departsAt, seats }: Pick<QuoteRequest, 'departsAt' | 'seats'>,
): Promise<TripQuote> {
  const stationIds = route.legs.flatMap((leg) => leg.tollStations.map((station) => station.id))
  const tolls = await tollsOn(deps, stationIds, departsAt)
  const table = await openFuelTable(deps)
  const date = bogotaDate(departsAt)
  return buildQuote({
    route,
    tolls: new Map(tolls.map((toll) => [toll.id, toll])),
    fuelAt: (origin) => fuelAt(table, origin, date),
    seats,
  })
}

const cached = cachedFor<Map<string, FuelRow[]>>(KEPT_MS, async (db) =>
  Map.groupBy(await listFuelPrices(db), (row) => row.placeId),
)

/** Drops the cached prices after a change in this process, so the next quote reads the database. */
export function forgetFuel(db: Deps['db']): void {
  cached.forget(db)
}

async function openFuelTable(deps: ReadDeps): Promise<FuelTable> {
  const rows = await cached.get(deps)
  const places = await placesByIds(deps, [...rows.keys()])
  return {
    cities: new Map(
      places.map(({ id, name, lat, lng }) => [id, { name, lat, lng, rows: rows.get(id) ?? [] }]),
    ),
    national: rows.get(NATIONAL) ?? [],
  }
}
