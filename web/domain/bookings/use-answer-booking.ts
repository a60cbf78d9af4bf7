import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The driver accepts or rejects a request; afterwards everything that shows it is read again. */
export function useAnswerBooking({ id, tripId }: { id: string; tripId: string }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: 'accept' | 'reject') =>
      api.bookings[answer]({ params: { bookingId: id }, body: {} }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.booking(id) }),
        client.invalidateQueries({ queryKey: queryKeys.passengers(tripId) }),
        client.invalidateQueries({ queryKey: ['trip', tripId] }),
        client.invalidateQueries({ queryKey: queryKeys.publishedTrips() }),
      ]),
  })
}
