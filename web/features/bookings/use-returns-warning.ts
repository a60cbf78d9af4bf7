import { useQuery } from '@tanstack/react-query'
import { returnsSentence } from '#web/domain/bookings/cancellation.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { BookPlan } from './book-plan.ts'

/** Warning about the effect of earlier cancellations on this trip; null when there is none. */
export function useReturnsWarning({ trip: { id: tripId }, mode }: BookPlan) {
  const terms = useQuery({
    queryKey: queryKeys.bookingTerms(tripId),
    queryFn: ({ signal }) => api.bookings.terms({ params: { tripId }, signal }),
    staleTime: 0,
  })
  const left = terms.data?.freeReturnsLeft
  const text = returnsSentence(mode, left)
  return text === null ? null : { text, spent: left === 0 }
}
