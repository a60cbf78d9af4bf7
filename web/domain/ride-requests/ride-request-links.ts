import type { SearchParams } from '#web/lib/paths.ts'

function withSearch(path: string, { from, to, date, seats }: SearchParams): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries({ from, to, date, seats })) {
    if (value) params.set(key, String(value))
  }
  const query = params.toString()
  return query ? `${path}?${query}` : path
}

/**
 * Links to the screens of ride requests. Apart from `paths`, which every screen downloads, the
 * search included.
 */
export const rideRequestLinks = {
  /** What the person looks for; with places, the form filled in. */
  mine: (search: SearchParams = {}) => withSearch('/busco', search),
  /** How many people look for seats; with places, along that way. */
  demand: (search: SearchParams = {}) => withSearch('/demanda', search),
}
