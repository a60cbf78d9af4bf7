import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query'
import type { Client } from '#web/lib/api.ts'
import { today } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { pageStatus } from '#web/lib/server-api.ts'
import { placesByIds } from '#web/shared/places/load-places.ts'
import { connectionsAsked, FEW_DIRECT } from './connections-query.ts'
import { askedOf, readView } from './results-filter.ts'
import { readSearch } from './search-query.ts'

/** Prefetched queries; `day` is the server's day, `YYYY-MM-DD`. */
export type LoadedSearch = { state: DehydratedState; day: string }

/**
 * Prefetches the first queries of the screen for server-side rendering. Each page has its own query
 * cache: a shared one would mix people's data. Null without an API.
 * @throws the status of the API's refusal, as the status of the page
 */
export async function loadSearch(
  address: URL,
  api: Client | null,
  now: Date | null,
): Promise<LoadedSearch | null> {
  if (!api || !now) return null
  const day = today(now)
  const client = new QueryClient()
  const query = readSearch(address.searchParams, day)
  if (query) {
    const view = readView(address.searchParams)
    const asked = askedOf(query, view)
    const ends = [query.from, query.to]
    const [answer, places] = await Promise.all([
      api.search.trips({ query: asked }),
      placesByIds(ends, api),
    ]).catch(pageStatus)
    client.setQueryData(queryKeys.search(asked), { pages: [answer], pageParams: [1] })
    client.setQueryData(queryKeys.places(ends), places)
    // Without them the page is whole too: then the browser asks again.
    if (answer.total < FEW_DIRECT) await client.prefetchQuery(connectionsAsked(query, view, api))
  }
  return { state: dehydrate(client), day }
}
