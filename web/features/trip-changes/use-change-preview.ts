import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ChangePreview } from '#contract/trip-changes.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** What moving the trip to this moment would do, as the server says. */
export type MovePreview = Pick<ChangePreview, 'movable' | 'booked'> & {
  /** Of this very moment; undefined while it is being asked. */
  now: ChangePreview | undefined
}

/** Undefined until the first answer. Without one the server still judges what is saved. */
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
