import { api } from '#web/lib/api.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAct } from '#web/ui/use-act.ts'

export type DemandQuery = { from?: string; to?: string; date?: string }

const demandKey = (query: DemandQuery) => ['demand', query] as const
const tripDemandKey = (tripId: string) => ['trip-demand', tripId] as const

/** Fetches the number of people who look for seats, on one route and day or everywhere. */
export function useDemand(query: DemandQuery) {
  return useRead(demandKey(query), (signal) => api.rideRequests.demand({ query, signal }), {
    staleTime: 60_000,
  })
}

export function useTripDemand(tripId: string) {
  return useRead(tripDemandKey(tripId), (signal) =>
    api.rideRequests.forTrip({ params: { tripId }, signal }),
  )
}

/** Invites one person to a trip. The whole list shares the mutation: a row can unmount. */
export function useInvite(tripId: string) {
  return useAct(
    (rideRequestId: string) =>
      api.rideRequests.invite({ params: { tripId }, body: { rideRequestId } }),
    { refresh: [tripDemandKey(tripId)] },
  )
}
