import { useQuery } from '@tanstack/react-query'
import type { SafePointView } from '#contract/safe-points.ts'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { BookParams } from './book-params.ts'
import type { OwnPoint } from './book-plan.ts'

type Stop = TripView['corridor'][number]

/** The choice of a point at one end of the part that is booked. */
export type PointChoice = {
  placeName: string
  /** Vetted ones of the place; empty where there is nothing to choose. */
  points: readonly SafePointView[]
  chosen: OwnPoint | null
  /** Set when the list could not be read; booking goes on without it. */
  error: Error | null
  retry: () => void
}

/** Where the person may get on and off, at stops for which the driver chose no point. */
export function useOwnPoints(
  trip: TripView | undefined,
  params: Pick<BookParams, 'fromPointId' | 'toPointId'>,
): { from: PointChoice; to: PointChoice } {
  const stop = (id: string | undefined) => trip?.corridor.find((each) => each.id === id)
  return {
    from: usePointChoice(stop(trip?.segment?.fromStopId), params.fromPointId),
    to: usePointChoice(stop(trip?.segment?.toStopId), params.toPointId),
  }
}

function usePointChoice(stop: Stop | undefined, chosenId: string | null): PointChoice {
  const open = stop !== undefined && stop.point === null
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
    points: listed ?? [],
    chosen: chosenOf(chosenId, listed),
    error: open ? answer.error : null,
    retry: () => void answer.refetch(),
  }
}

/** Before the list is read the address is believed; the server refuses what is not of the place. */
export function chosenOf(
  id: string | null,
  listed: readonly SafePointView[] | undefined,
): OwnPoint | null {
  if (!id) return null
  if (!listed) return { id, shown: null }
  const point = listed.find((each) => each.id === id)
  return point ? { id, shown: { ...point, listed: true } } : null
}
