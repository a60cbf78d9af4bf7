import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAct } from '#web/ui/use-act.ts'
import { type PriceRange, type WantedDraft, windowOf } from './wanted-draft.ts'

export const RIDE_REQUESTS_KEY = ['ride-requests'] as const

export function useRideRequests() {
  return useRead(RIDE_REQUESTS_KEY, (signal) => api.rideRequests.mine({ signal }))
}

export type RequestChange = { rideRequestId: string; decline?: string }

/** Withdraws a request, or declines the invitation to the trip `decline`. */
export function useChangeRequest(onChanged: () => void) {
  return useAct(
    ({ rideRequestId, decline }: RequestChange) => {
      const params = { rideRequestId }
      if (decline === undefined) return api.rideRequests.withdraw({ params })
      return api.rideRequests.decline({ params, body: { tripId: decline } })
    },
    { onDone: onChanged, refresh: [RIDE_REQUESTS_KEY] },
  )
}

/** Seats that drivers usually offer; the recommended price depends on this number. */
const USUAL_SEATS = 3

/** Allowed and recommended seat price. The maximum is that of a car with the requested seats. */
export function usePriceRange(draft: WantedDraft) {
  const usual = useQuoteFor(draft, Math.max(draft.seats, USUAL_SEATS))
  const few = useQuoteFor(draft, draft.seats)
  const range: PriceRange | undefined =
    usual.data && few.data ? { ...usual.data.seat, max: few.data.seat.max } : undefined
  return { range, error: usual.error ?? few.error }
}

function useQuoteFor({ from, to, ...draft }: WantedDraft, seats: number) {
  const complete = from && to && from.id !== to.id && draft.date && draft.first && draft.last
  const departsAt = complete ? windowOf(draft).earliest : ''
  const body = { stops: [from?.id ?? '', to?.id ?? ''], departsAt, seats }
  return useRead(queryKeys.quote(body), (signal) => api.pricing.quote({ body, signal }), {
    enabled: Boolean(complete),
    staleTime: 300_000,
  })
}
