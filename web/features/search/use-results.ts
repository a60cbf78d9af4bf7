import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { search } from '#contract/search.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { type Asked, askedOf, type View } from './results-filter.ts'
import type { SearchQuery } from './search-query.ts'

export type Answer = z.output<typeof search.trips.ok>

/** How many trips pass the filters, on all pages. */
export function matchingOf({ matching: { exact, corridor, nearby } }: Answer): number {
  return exact + corridor + nearby
}

/** The trips found, page by page; while another order or day is read, the old ones stay. */
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
      return before?.from === query.from && before.to === query.to ? previous : undefined
    },
    select: ({ pages }) => together(pages),
  })
}

/** The pages as one answer: what was sold or published meanwhile may show on two of them. */
export function together(pages: readonly Answer[]): Answer {
  const last = pages.at(-1)
  if (!last) throw new Error('an answer without pages')
  const byId = new Map(pages.flatMap((page) => page.results.map((it) => [it.tripId, it])))
  return { ...last, results: [...byId.values()] }
}

const PAUSE_MS = 250

/** A value once it has stayed the same for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** What a choice would leave, asked once nothing is pressed for a moment. */
export function useCounts(query: SearchQuery, draft: View) {
  const settled = useSettled(draft)
  const asked = { ...askedOf(query, { ...settled, sort: 'salida' }), counts: '1' as const }
  const answer = useQuery({
    queryKey: queryKeys.search(asked),
    queryFn: ({ signal }) => api.search.trips({ query: asked, signal }),
    placeholderData: keepPreviousData,
  })
  return { ...answer, isStale: settled !== draft || answer.isPlaceholderData }
}
