import { useQuery } from '@tanstack/react-query'
import type { SafePointView } from '#contract/safe-points.ts'
import type { StopPoint } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** A SafePoint by its id; `shown` is null until the list of points at its place has loaded. */
export type OwnPoint = { id: string; shown: StopPoint | null }

/** Choice of the meeting point at one end of the passenger's segment. */
export type EndChoice = {
  placeName: string
  /** The driver's meeting point for all passengers. When set, there is no choice. */
  ofDriver: StopPoint | null
  /** Vetted SafePoints of the place; empty where there is no choice. */
  points: readonly SafePointView[]
  chosen: OwnPoint | null
  isLoading: boolean
  /** Set when the list failed to load; booking works without it. */
  error: Error | null
  retry: () => void
}

type End = { placeId: string; name: string; ofDriver: StopPoint | null }

/** Returns the possible meeting points at a stop. @param stop undefined while the trip loads */
export function useMeetingChoice(stop: End | undefined, chosenId: string | null): EndChoice {
  const open = stop !== undefined && stop.ofDriver === null
  const placeId = stop?.placeId ?? ''
  const answer = useQuery({
    queryKey: queryKeys.safePoints(placeId, null),
    queryFn: ({ signal }) => api.safePoints.list({ query: { place: placeId }, signal }),
    staleTime: 300_000,
    enabled: open,
  })
  const listed = open ? answer.data?.points.filter(({ status }) => status === 'vetted') : []
  return {
    placeName: stop?.name ?? '',
    ofDriver: stop?.ofDriver ?? null,
    points: listed ?? [],
    chosen: chosenOf(chosenId, listed),
    isLoading: answer.isLoading,
    error: open ? answer.error : null,
    retry: () => void answer.refetch(),
  }
}

/** The chosen point. Until the list has loaded any id is accepted; the server validates it. */
export function chosenOf(
  id: string | null,
  listed: readonly SafePointView[] | undefined,
): OwnPoint | null {
  if (!id) return null
  if (!listed) return { id, shown: null }
  const point = listed.find((each) => each.id === id)
  return point ? { id, shown: { ...point, listed: true } } : null
}
