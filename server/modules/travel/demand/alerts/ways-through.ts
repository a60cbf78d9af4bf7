import { townsBetween } from '#server/modules/roads/places/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { listWays, type Way } from './buying.queries.ts'

/**
 * The ways of lists with a change of car on which a trip can be one of the two cars: it passes one
 * end of the way and a town of a change. Each way is looked at once, however many lists have it.
 */
export async function waysThrough(deps: ReadDeps, tripId: string): Promise<Way[]> {
  const [trip, asked] = [await findTripFacts(deps.db, tripId), await listWays(deps.db, tripId)]
  const at = (place: string) => trip?.places.findIndex(({ placeId }) => placeId === place) ?? -1
  const ways: Way[] = []
  for (const way of asked) {
    const [from, to] = [at(way.from), at(way.to)]
    const isChange = (town: number) => town >= 0 && ((from >= 0 && from < town) || town < to)
    const towns = (await townsBetween(deps, way))?.towns ?? []
    if (towns.some(({ place }) => isChange(at(place.id)))) ways.push(way)
  }
  return ways
}
