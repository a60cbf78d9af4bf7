import type { SearchInstead } from '#contract/search.ts'
import {
  greatCircleKm,
  type Place,
  placesByIds,
  placesNear,
} from '#server/modules/roads/places/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { Window } from './part-sale.queries.ts'
import { type Ends, findNearestDay, findNearestTown } from './search.queries.ts'

/** Greatest distance in km to another town: about two hours by road. */
const TOWN_KM = 120

type Asked = {
  ends: Ends
  /** The asked Bogotá date. */
  date: string
  /** All times at which a trip can be on sale. */
  ever: Pick<Window, 'since' | 'until'>
}

/**
 * Finds what a search without trips offers instead: a trip on that day with one end in the nearest
 * other town, and the nearest day with a trip between the asked places.
 */
export async function offerInstead(
  deps: ReadDeps,
  places: readonly Place[],
  { ends, date, ever }: Asked,
): Promise<SearchInstead> {
  const day = await findNearestDay(deps.db, { ...ends, ...ever, date })
  return { town: await nearestTown(deps, places, ends), day: day ?? null }
}

async function nearestTown(deps: ReadDeps, [from, to]: readonly Place[], ends: Ends) {
  assert(from && to, 'places already found')
  // Half of the way: farther, the other town would be nearer to the other end.
  const radiusKm = Math.min(TOWN_KM, greatCircleKm(from, to) / 2)
  const around = async (placeId: string) =>
    (await placesNear(deps, placeId, radiusKm)).map(({ place, awayKm }) => {
      return { placeId: place.id, awayKm }
    })
  const found = await findNearestTown(deps.db, {
    ...ends,
    towns: { from: await around(from.id), to: await around(to.id) },
  })
  if (!found) return null
  const [start, end] = await placesByIds(deps, [found.fromPlace, found.toPlace])
  assert(start && end, 'a town with trips is a place')
  return {
    from: { placeId: start.id, name: start.name },
    to: { placeId: end.id, name: end.name },
    awayKm: Math.round(found.awayKm * 10) / 10,
    count: found.count,
  }
}
