import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BookingView } from '#contract/booking-view.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '../auth/session.tsx'

/**
 * Returns a mutation of a booking that can move money; invalidates every query that shows the
 * booking. `onDone` runs on success, before the refetch, because the calling component can unmount
 * during it. `networkMode`: `always` for a `send` that also works without a network.
 */
export function useBookingChange(
  booking: Pick<BookingView, 'id' | 'tripId'>,
  send: () => Promise<{ booking: BookingView }>,
  onDone: () => void = () => {},
  networkMode: 'online' | 'always' = 'online',
) {
  const client = useQueryClient()
  const { refreshBalance } = useAuth()
  return useMutation({
    mutationFn: send,
    networkMode,
    onSuccess: (answer) => {
      client.setQueryData(queryKeys.booking(booking.id), answer)
      onDone()
    },
    onSettled: () => {
      void refreshBalance()
      return Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.booking(booking.id) }),
        client.invalidateQueries({ queryKey: ['bookings'] }),
        client.invalidateQueries({ queryKey: ['trip', booking.tripId] }),
        client.invalidateQueries({ queryKey: queryKeys.passengers(booking.tripId) }),
        client.invalidateQueries({ queryKey: ['run-sheet', booking.tripId] }),
        client.invalidateQueries({ queryKey: queryKeys.publishedTrips() }),
        client.invalidateQueries({ queryKey: ['wallet'] }),
      ])
    },
  })
}
