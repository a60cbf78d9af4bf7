import type { Place } from '#contract/places.ts'
import type { SearchResult } from '#contract/search.ts'
import { pesos, plural } from '#web/lib/format.ts'
import { groupBy } from '#web/lib/group-by.ts'
import type { Bubble } from './bubble-map.tsx'

/** A pick-up place with its trips, in the order of the list. */
export type PickUp = { placeId: string; name: string; results: SearchResult[] }

export function pickUpsOf(results: readonly SearchResult[]): PickUp[] {
  const groups = groupBy(results, ({ from }) => from.placeId)
  return [...groups].map(([placeId, own]) => ({
    placeId,
    name: own[0]?.from.name ?? placeId,
    results: own,
  }))
}

/** Ids of all places whose position the map needs. */
export function placesOf(results: readonly SearchResult[]): string[] {
  return [...new Set(results.flatMap(({ from, to }) => [from.placeId, to.placeId]))].sort()
}

/** One bubble per place, with its cheapest seat and its number of trips. */
export function bubblesOf(pickUps: readonly PickUp[], points: readonly Place[]): Bubble[] {
  const known = new Map(points.map((point) => [point.id, point]))
  return pickUps.flatMap(({ placeId, name, results }): Bubble[] => {
    const at = known.get(placeId)
    if (!at) return []
    const { lat, lng } = at
    const prices = results.map(({ price }) => price)
    const least = Math.min(...prices)
    const price = Math.max(...prices) > least ? `desde ${pesos(least)}` : pesos(least)
    const trips = plural(results.length, 'viaje', 'viajes')
    return [{ id: placeId, name, lat, lng, words: [price, trips] }]
  })
}

/** Destinations of the trips, without places that are also pick-up places. */
export function endsOf(results: readonly SearchResult[], points: readonly Place[]): Place[] {
  const starts = new Set(results.map(({ from }) => from.placeId))
  const ends = new Set(results.map(({ to }) => to.placeId))
  return points.filter(({ id }) => ends.has(id) && !starts.has(id))
}
