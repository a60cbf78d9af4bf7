import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAuth } from '#web/domain/auth/session.tsx'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { confirmKey, forgetConfirmKey, isFinalRefusal } from '#web/lib/confirm-key.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { BookPlan } from './book-plan.ts'
import { bookingRequest } from './booking-intent.ts'

/** Books what the plan says, once, however often it is tried. */
export function useBook(plan: BookPlan, onBooked: (bookingId: string) => void) {
  const client = useQueryClient()
  const { refreshBalance, reload } = useAuth()
  const { trip, keep } = plan
  const screen = `book:${trip.id}`
  return useMutation({
    mutationFn: () => {
      const body = bookingRequest(plan)
      // The key is of the booking: whether its seats were kept makes no other one.
      return api.bookings.book({
        params: { tripId: trip.id },
        body: keep ? { ...body, keepId: keep.id } : body,
        idempotencyKey: confirmKey(screen, body),
      })
    },
    onSuccess: ({ booking }) => {
      forgetConfirmKey(screen)
      client.setQueryData(queryKeys.booking(booking.id), { booking })
      onBooked(booking.id)
    },
    onError: (error) => {
      if (isFinalRefusal(error)) forgetConfirmKey(screen)
      // What is missing of the person is asked for on a step of its own.
      if (hasCode(error, 'profile_incomplete', 'email_unconfirmed')) void reload()
      if (hasCode(error, 'safe_point_not_found')) {
        void client.invalidateQueries({ queryKey: ['safe-points'] })
      }
    },
    onSettled: () => {
      void refreshBalance()
      return Promise.all([
        client.invalidateQueries({ queryKey: ['trip', trip.id] }),
        client.invalidateQueries({ queryKey: ['bookings'] }),
        client.invalidateQueries({ queryKey: ['search'] }),
        client.invalidateQueries({ queryKey: queryKeys.seatKeep() }),
        client.invalidateQueries({ queryKey: ['wallet'] }),
      ])
    },
  })
}
