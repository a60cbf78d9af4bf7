import { bogotaDate } from '#server/platform/clock.ts'
import { inForceOn, type TollStation } from './network.ts'
import { openNetwork, type PlacesDeps } from './open-network.ts'

/** What a station charges a car, pesos. */
export type Toll = { id: string; name: string; amount: number }

/**
 * What these stations charge at an instant (calendar date of Bogotá), in the same order. A station
 * without a tariff in force, unknown or not yet open, is left out.
 */
export async function tollsOn(
  deps: PlacesDeps,
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
