import { placesByIds } from '#server/modules/roads/places/index.ts'
import { stopId } from '#server/modules/travel/trips/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import type { PartOnSale } from './alerts.queries.ts'

/** Returns a lookup of the names of the rows' places, by code. */
export async function placeNames(
  deps: ReadDeps,
  rows: readonly { fromPlace: string; toPlace: string }[],
) {
  const ids = rows.flatMap((row) => [row.fromPlace, row.toPlace])
  const names = new Map((await placesByIds(deps, ids)).map(({ id, name }) => [id, name]))
  return (placeId: string) => ({ placeId, name: names.get(placeId) ?? placeId })
}

/** Presents a part of a trip on sale. */
export function presentPart(tripId: string, part: PartOnSale, driver = '') {
  return {
    tripId,
    fromStopId: stopId(tripId, part.fromSeq),
    toStopId: stopId(tripId, part.toSeq),
    departsAt: part.boardsAt.toISOString(),
    arrivesAt: part.alightsAt.toISOString(),
    price: part.price,
    seatsLeft: part.seatsLeft,
    driver,
    audience: part.audience,
  }
}
