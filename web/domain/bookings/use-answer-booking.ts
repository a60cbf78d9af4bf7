import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BookingView } from '#contract/booking-view.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { tellResult } from './action-result.tsx'

type Answered = Pick<BookingView, 'id' | 'tripId' | 'passenger'>

const said = {
  accept: 'Aceptaste a',
  reject: 'Rechazaste la solicitud de',
}

/** Mutation by which the driver accepts or rejects a request. */
export function useAnswerBooking({ id, tripId, passenger }: Answered) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: 'accept' | 'reject') =>
      api.bookings[answer]({ params: { bookingId: id }, body: {} }),
    onSuccess: (_answer, kind) => tellResult([id, tripId], `${said[kind]} ${passenger.name}.`),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.booking(id) }),
        client.invalidateQueries({ queryKey: queryKeys.passengers(tripId) }),
        client.invalidateQueries({ queryKey: ['trip', tripId] }),
        client.invalidateQueries({ queryKey: queryKeys.publishedTrips() }),
      ]),
  })
}
