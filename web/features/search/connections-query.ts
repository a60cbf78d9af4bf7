import { api, type Client } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { askedOf, noFilters, type View } from './results-filter.ts'
import type { SearchQuery } from './search-query.ts'

/** With fewer direct trips than this on the day, trips with a change are asked for at once. */
export const FEW_DIRECT = 3

/** The query of trips with one change; hours, price and order are chosen among the answers. */
export function connectionsAsked(query: SearchQuery, { filters }: View, client: Client = api) {
  const asked = askedOf(query, { ...noFilters, sort: 'salida', map: false, filters })
  return {
    queryKey: queryKeys.connections(asked),
    queryFn: ({ signal }: { signal?: AbortSignal }) =>
      client.connections.find({ query: asked, ...(signal && { signal }) }),
  }
}
