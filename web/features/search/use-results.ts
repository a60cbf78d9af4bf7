import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { search } from '#contract/search.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { type Asked, askedOf, type View } from './results-filter.ts'
import type { SearchQuery } from './search-query.ts'

export type Answer = z.output<typeof search.trips.ok>

/** How many trips pass the filters, on all pages. */
export function matchingOf({ matching: { exact, corridor, nearby } }: Answer): number {
  return exact + corridor + nearby
}

const SEARCHED = ['from', 'to', 'date', 'seats'] as const

/** Infinite query of the results; previous data stays while another order or filter loads. */
export function useResults(query: SearchQuery, view: View) {
  const asked = askedOf(query, view)
  return useInfiniteQuery({
    queryKey: queryKeys.search(asked),
    queryFn: ({ signal, pageParam }) =>
      api.search.trips({ query: pageParam > 1 ? { ...asked, page: pageParam } : asked, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const seen = pages.reduce((sum, page) => sum + page.results.length, 0)
      return last.results.length > 0 && seen < matchingOf(last) ? pages.length + 1 : undefined
    },
    placeholderData: (previous, earlier) => {
      const before = earlier?.queryKey[1] as Asked | undefined
      // Trips of another day or route must not stand below the names of this one.
      const isSame = before && SEARCHED.every((key) => before[key] === query[key])
      return isSame ? previous : undefined
    },
    select: ({ pages }) => together(pages),
  })
}

/** Merges pages without duplicates: sales and new trips can move a trip to the next page. */
export function together(pages: readonly Answer[]): Answer {
  const last = pages.at(-1)
  if (!last) throw new Error('an answer without pages')
  const byId = new Map(pages.flatMap((page) => page.results.map((it) => [it.tripId, it])))
  return { ...last, results: [...byId.values()] }
}

const PAUSE_MS = 250

/** Result counts of a choice of filters, debounced. */
export function useCounts(query: SearchQuery, draft: View) {
  const settled = useSettled(draft, PAUSE_MS)
  const asked = { ...askedOf(query, { ...settled, sort: 'salida' }), counts: '1' as const }
  const answer = useRead(
    queryKeys.search(asked),
    (signal) => api.search.trips({ query: asked, signal }),
    { placeholderData: keepPreviousData },
  )
  return { ...answer, isStale: settled !== draft || answer.isPlaceholderData }
}
