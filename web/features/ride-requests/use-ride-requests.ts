import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { type RideRequestDraft, windowOf } from './ride-request-draft.ts'

const KEY = ['ride-requests'] as const

export function useRideRequests() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.rideRequests.mine({ signal }),
  })
}

type NewRequest = Parameters<typeof api.rideRequests.create>[0]['body']

export function usePostRideRequest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NewRequest) =>
      sendConfirmed('ride-request', body, (idempotencyKey) =>
        api.rideRequests.create({ body, idempotencyKey }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

export type RequestChange = { rideRequestId: string; decline?: string }

/** Withdraws a request, or declines the invitation to the trip `decline`. */
export function useChangeRequest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ rideRequestId, decline }: RequestChange) => {
      const params = { rideRequestId }
      if (decline === undefined) return api.rideRequests.withdraw({ params })
      return api.rideRequests.decline({ params, body: { tripId: decline } })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

/** Seats that drivers usually offer; the recommended price depends on this number. */
const USUAL_SEATS = 3

type PriceRange = { min: number; recommended: number; max: number }

/** Allowed and recommended seat price. The maximum is that of a car with the requested seats. */
export function usePriceRange(draft: RideRequestDraft) {
  const usual = useQuoteFor(draft, Math.max(draft.seats, USUAL_SEATS))
  const few = useQuoteFor(draft, draft.seats)
  const range: PriceRange | undefined =
    usual.data && few.data ? { ...usual.data.seat, max: few.data.seat.max } : undefined
  return { range, error: usual.error ?? few.error }
}

function useQuoteFor({ from, to, ...draft }: RideRequestDraft, seats: number) {
  const complete = from && to && from.id !== to.id && draft.date && draft.since && draft.until
  const departsAt = complete ? windowOf({ from, to, ...draft }).earliest : ''
  const body = { stops: [from?.id ?? '', to?.id ?? ''], departsAt, seats }
  return useQuery({
    queryKey: queryKeys.quote(body),
    queryFn: ({ signal }) => api.pricing.quote({ body, signal }),
    enabled: Boolean(complete),
    staleTime: 300_000,
  })
}
