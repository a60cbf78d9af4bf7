import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { wayOf } from './draft-stops.ts'
import { type Draft, routeProblems, wayBody } from './publish-draft.ts'

const KEPT_MS = 300_000

function hasEnds(draft: Draft): boolean {
  return Object.keys(routeProblems(draft)).length === 0
}

/** The day whose tolls are asked for. */
function dayOf({ date }: Draft): { date?: string } {
  return date ? { date } : {}
}

/** The ways between origin and destination, and the one that the stops mark. */
export function useWays(draft: Draft) {
  const query = { from: draft.origin?.id ?? '', to: draft.destination?.id ?? '', ...dayOf(draft) }
  const answer = useQuery({
    queryKey: queryKeys.ways(query),
    queryFn: ({ signal }) => api.places.choices({ query, signal }),
    enabled: hasEnds(draft),
    staleTime: KEPT_MS,
  })
  const ways = answer.data?.routes ?? []
  return {
    ways,
    chosen: wayOf(draft.stops, ways),
    /** Still asking; not while there is no network to ask over. */
    asking: answer.isFetching && answer.isPending,
  }
}

/** The query of the way through the draft's stops, with one more where it fits best. */
export function wayQuery(draft: Draft, add?: string) {
  const { stops, via } = wayBody(draft)
  return {
    stops: stops.join(),
    ...(via ? { via: via.join() } : {}),
    ...(add ? { add } : {}),
    ...dayOf(draft),
  }
}

/** The way as the trip would take it, every place it passes included. */
export function useWay(draft: Draft) {
  const query = wayQuery(draft)
  return useQuery({
    queryKey: queryKeys.way(query),
    queryFn: ({ signal }) => api.places.way({ query, signal }),
    enabled: hasEnds(draft),
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
  })
}
