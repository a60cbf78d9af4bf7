import type { SearchParams } from '#web/lib/paths.ts'

function withSearch(path: string, { from, to, date, seats }: SearchParams): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries({ from, to, date, seats })) {
    if (value) params.set(key, String(value))
  }
  const query = params.toString()
  return query ? `${path}?${query}` : path
}

/** Links to ride requests, in a file of their own because every screen downloads `paths`. */
export const rideRequestLinks = {
  /** Demand for seats; with places, demand along that route. */
  demand: (search: SearchParams = {}) => withSearch('/demanda', search),
}
