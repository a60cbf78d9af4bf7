import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { isFinal } from '#web/lib/api-error.ts'
import { confirmKey, forgetConfirmKey } from '#web/lib/confirm-key.ts'
import { useForgetSeats, useShowKeep } from '#web/shared/bookings/seat-keeps/use-keep.ts'
import type { BookPlan } from './book-plan.ts'
import { connectionRequest } from './booking-intent.ts'

/** Keeps the seats of the plan. Idempotent: retries send the same key. */
export function useKeepSeats(plan: BookPlan, onKept: (id: string) => void) {
  const { trip, segment, seats } = plan
  const show = useShowKeep()
  const forget = useForgetSeats()
  const screen = `keep:${trip.id}`
  return useMutation({
    mutationFn: () => {
      const both = connectionRequest(plan)
      if (both) {
        const sent = { parts: both.parts, seats }
        const idempotencyKey = confirmKey(screen, sent)
        return api.seatKeeps.keepBoth({ body: sent, idempotencyKey })
      }
      const body = { fromStopId: segment.fromStopId, toStopId: segment.toStopId, seats }
      const idempotencyKey = confirmKey(screen, body)
      return api.seatKeeps.keep({ params: { tripId: trip.id }, body, idempotencyKey })
    },
    onSuccess: ({ keep }) => {
      forgetConfirmKey(screen)
      show(keep.status === 'open' ? keep : null)
      onKept(keep.id)
    },
    onError: (error) => {
      if (isFinal(error)) forgetConfirmKey(screen)
    },
    onSettled: () => forget(trip.id),
  })
}
