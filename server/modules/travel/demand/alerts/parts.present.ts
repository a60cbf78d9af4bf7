import { namePlaces } from '#server/modules/roads/places/index.ts'
import { partStops } from '#server/modules/travel/trips/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import type { PartOnSale } from './alerts.queries.ts'

/** Returns a lookup of the names of the rows' places, by code. */
export function endNames(deps: ReadDeps, rows: readonly { fromPlace: string; toPlace: string }[]) {
  const ids = rows.flatMap(({ fromPlace, toPlace }) => [fromPlace, toPlace])
  return namePlaces(deps, ids)
}

export function presentPart(tripId: string, part: PartOnSale, driver = '') {
  return {
    ...partStops({ ...part, tripId }),
    departsAt: part.boardsAt.toISOString(),
    arrivesAt: part.alightsAt.toISOString(),
    price: part.price,
    seatsLeft: part.seatsLeft,
    driver,
    audience: part.audience,
  }
}
