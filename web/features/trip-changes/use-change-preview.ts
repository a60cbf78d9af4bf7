import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ChangePreview } from '#contract/trip-changes.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The server's preview of moving the trip to this departure. */
export type MovePreview = Pick<ChangePreview, 'movable' | 'booked'> & {
  /** Preview of the departure now in the fields; undefined while it loads. */
  now: ChangePreview | undefined
}

/** Undefined until the first answer. Saving works without it: the server validates the change. */
export function useChangePreview(tripId: string, moment: string | null): MovePreview | undefined {
  const answer = useQuery({
    queryKey: queryKeys.changePreview(tripId, moment),
    queryFn: ({ signal }) => {
      const body = { departsAt: moment ?? '' }
      return api.tripChanges.preview({ params: { tripId }, body, signal })
    },
    enabled: moment !== null,
    placeholderData: keepPreviousData,
  })
  const preview = answer.data?.preview
  if (!preview) return undefined
  const { movable, booked } = preview
  return { movable, booked, now: answer.isPlaceholderData ? undefined : preview }
}
