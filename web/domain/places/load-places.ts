import type { Place } from '#contract/places.ts'
import { api, type Client } from '#web/lib/api.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'

type PlaceText = { id: string; name: string; department: string }

export function placeItem({ id, name, department }: PlaceText): ComboItem {
  return { id, label: name, detail: department }
}

/** Finds municipalities for the typed text; an empty text gives the best known ones. */
export async function loadPlaces(query: string): Promise<ComboItem[]> {
  const { places } = await api.places.find({ query: { q: query } })
  return places.map(placeItem)
}

/** Returns the municipalities with these codes, in this order; unknown codes are left out. */
export async function placesByIds(
  ids: readonly string[],
  from: Pick<Client, 'places'> = api,
): Promise<ComboItem[]> {
  if (ids.length === 0) return []
  const { places } = await from.places.find({ query: { q: '', ids: ids.join(',') } })
  const byId = new Map(places.map((place) => [place.id, placeItem(place)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const CODES_MAX = 20

/** Returns the positions of the municipalities with these codes; unknown codes are left out. */
export async function pointsOf(ids: readonly string[]): Promise<Place[]> {
  const calls: Promise<{ places: Place[] }>[] = []
  for (let first = 0; first < ids.length; first += CODES_MAX) {
    const some = ids.slice(first, first + CODES_MAX).join(',')
    calls.push(api.places.find({ query: { ids: some } }))
  }
  return (await Promise.all(calls)).flatMap(({ places }) => places)
}
