import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BookingView } from '#contract/booking-view.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { useAuth } from '../access/auth/session.tsx'

/**
 * Returns a mutation of a booking, or of both parts of a trip with one change, that can move money;
 * invalidates every query that shows the booking. `onDone` runs on success, before the refetch,
 * because the calling component can unmount during it. `networkMode`: `always` for a `send` that
 * also works without a network.
 */
export function useBookingChange<T = void>(
  { id, tripId }: Pick<BookingView, 'id' | 'tripId'>,
  send: (input: T) => Promise<{ booking: BookingView } | { bookings: readonly BookingView[] }>,
  onDone: () => void = () => {},
  networkMode: 'online' | 'always' = 'online',
) {
  const client = useQueryClient()
  const refetch = useRefetch()
  const { refreshBalance } = useAuth()
  return useMutation({
    mutationFn: send,
    networkMode,
    onSuccess: (answer) => {
      for (const each of 'bookings' in answer ? answer.bookings : [answer.booking]) {
        client.setQueryData(queryKeys.booking(each.id), { booking: each })
      }
      onDone()
    },
    onSettled: () => {
      void refreshBalance()
      return refetch(
        queryKeys.booking(id),
        ['bookings'],
        ['trip', tripId],
        queryKeys.passengers(tripId),
        ['run-sheet', tripId],
        queryKeys.publishedTrips(),
        ['wallet'],
      )
    },
  })
}
