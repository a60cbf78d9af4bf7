import type { TollOnWay } from '#contract/places.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { inForceOn, type TollStation } from './network.ts'
import { openNetwork } from './open-network.ts'
import type { PlannedRoute } from './road-graph.ts'

/** A toll for a car, in pesos. */
export type Toll = { id: string; name: string; amount: number }

/** Returns the tolls in force at these stations on the date in Bogotá, in the same order. */
export async function tollsOn(
  deps: ReadDeps,
  stationIds: readonly string[],
  at: Date,
): Promise<Toll[]> {
  const { stations } = await openNetwork(deps)
  return tollsOf(stations, stationIds, bogotaDate(at))
}

export function tollsOf(
  stations: ReadonlyMap<string, TollStation>,
  stationIds: readonly string[],
  date: string,
): Toll[] {
  return stationIds.flatMap((stationId) => {
    const station = stations.get(stationId)
    const tariff = station && inForceOn(station.tariffs, date)
    return tariff ? [{ id: station.id, name: station.name, amount: tariff.pesos }] : []
  })
}

export async function listTollStations(deps: ReadDeps): Promise<TollStation[]> {
  return [...(await openNetwork(deps)).stations.values()]
}

export async function findTollStation(deps: ReadDeps, id: string) {
  return (await openNetwork(deps)).stations.get(id)
}

/** Lists the stations along a route in driving order, with the tariff of the date in Bogotá. */
export async function tollsAlong(
  deps: ReadDeps,
  route: PlannedRoute,
  date: string,
): Promise<TollOnWay[]> {
  const { stations } = await openNetwork(deps)
  return route.legs.flatMap((leg) =>
    leg.tollStations.flatMap(({ id }): TollOnWay[] => {
      const station = stations.get(id)
      const from = route.places[leg.fromSeq]?.placeId
      const to = route.places[leg.toSeq]?.placeId
      if (!station || !from || !to) return []
      const direction = station.direction === 'both' ? 'both' : 'one_way'
      return [{ id, name: station.name, from, to, direction, tariff: tariffOf(station, date) }]
    }),
  )
}

function tariffOf(station: TollStation, date: string): TollOnWay['tariff'] {
  const row = inForceOn(station.tariffs, date)
  if (!row) return null
  const { pesos, validFrom, validTo = null, source = '' } = row
  return { pesos, validFrom, validTo, source }
}
