import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { wayOf } from './draft-stops.ts'
import {
  type Draft,
  emptyDraft,
  quoteBody,
  returnDraft,
  routeProblems,
  wayBody,
} from './publish-draft.ts'

/** Fetches distance, tolls and allowed price of the draft's route. */
export function useQuote(draft: Draft) {
  const body = quoteBody(draft)
  return useRead(
    queryKeys.quote(body ?? {}),
    async (signal) => {
      if (!body) throw new Error('a quote needs a route')
      return await api.pricing.quote({ body, signal })
    },
    { enabled: body !== null, placeholderData: keepPreviousData, staleTime: 300_000 },
  )
}

/** Fetches the quote of the return trip; disabled when there is none. */
export function useReturnQuote(draft: Draft) {
  return useQuote(returnDraft(draft) ?? emptyDraft)
}

const KEPT_MS = 300_000

function hasEnds(draft: Draft): boolean {
  return Object.keys(routeProblems(draft)).length === 0
}

/** Query with the day whose toll tariffs apply; empty while no day is chosen. */
function dayOf({ date }: Draft): { date?: string } {
  return date ? { date } : {}
}

/** Fetches the routes between origin and destination; finds the one that the stops determine. */
export function useWays(draft: Draft) {
  const query = { from: draft.origin?.id ?? '', to: draft.destination?.id ?? '', ...dayOf(draft) }
  const answer = useRead(queryKeys.ways(query), (signal) => api.places.choices({ query, signal }), {
    enabled: hasEnds(draft),
    staleTime: KEPT_MS,
  })
  const ways = answer.data?.routes ?? []
  return {
    ways,
    chosen: wayOf(draft.stops, ways),
    /** True during the first fetch; false while it is paused offline. */
    asking: answer.isFetching && answer.isPending,
  }
}

/** Query for the route through the draft's stops; `add` is inserted where it fits best. */
export function wayQuery(draft: Draft, add?: string) {
  const { stops, via } = wayBody(draft)
  return {
    stops: stops.join(),
    ...(via ? { via: via.join() } : {}),
    ...(add ? { add } : {}),
    ...dayOf(draft),
  }
}

/** Why the server refused the route itself, so that a retry does not help. */
export function refusalOfRoute(error: unknown): string | undefined {
  const isRefused = error instanceof ApiError && /^(route|place)_/.test(error.code)
  return isRefused ? messageOf(error) : undefined
}

/** The route of the trip, with every place that it passes. */
export function useWay(draft: Draft) {
  const query = wayQuery(draft)
  return useRead(queryKeys.way(query), (signal) => api.places.way({ query, signal }), {
    enabled: hasEnds(draft),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
  })
}
