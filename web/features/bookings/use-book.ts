import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAuth } from '#web/domain/auth/session.tsx'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { confirmKey, forgetConfirmKey, isFinalRefusal } from '#web/lib/confirm-key.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { BookPlan } from './book-plan.ts'
import { bookingRequest } from './booking-intent.ts'

/** Books the plan. Idempotent: retries send the same key. */
export function useBook(plan: BookPlan, onBooked: (bookingId: string) => void) {
  const client = useQueryClient()
  const { refreshBalance, reload } = useAuth()
  const { trip, keep } = plan
  const screen = `book:${trip.id}`
  return useMutation({
    mutationFn: () => {
      const body = bookingRequest(plan)
      // The idempotency key ignores `keepId`, which a retry may lack.
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
      // Reloading the person adds the step that asks for the missing data.
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
