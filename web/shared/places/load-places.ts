import type { Place } from '#contract/places.ts'
import { api, type Client } from '#web/lib/api.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'

type PlaceText = { id: string; name: string; department: string; point?: string | undefined }

export function placeItem({ id, name, department, point }: PlaceText): ComboItem {
  return { id, label: name, detail: point ?? department }
}

/** Finds municipalities for the typed text; an empty text gives the best known ones. */
export async function loadPlaces(query: string): Promise<ComboItem[]> {
  const { places, note } = await api.places.find({ query: { q: query } })
  return Object.assign(places.map(placeItem), note ? { note } : {})
}

/** Like `loadPlaces`, for a field beside another: `bogota-medellin` gives one item for both. */
export async function loadEnds(query: string): Promise<ComboItem[]> {
  const { places, both, note } = await api.places.find({ query: { q: query } })
  const items = places.map(placeItem)
  if (both) {
    const [from, to] = [placeItem(both.from), placeItem(both.to)]
    items.push({
      id: `${from.id}-${to.id}`,
      label: `${from.label} → ${to.label}`,
      both: { from, to },
    })
  }
  return Object.assign(items, note ? { note } : {})
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
