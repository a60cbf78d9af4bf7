import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

export type DemandQuery = { from?: string; to?: string; date?: string }

const demandKey = (query: DemandQuery) => ['demand', query] as const
const tripDemandKey = (tripId: string) => ['trip-demand', tripId] as const

/** How many people look for seats: along one way on one day, or everywhere. */
export function useDemand(query: DemandQuery, enabled = true) {
  return useQuery({
    queryKey: demandKey(query),
    queryFn: ({ signal }) => api.rideRequests.demand({ query, signal }),
    enabled,
    staleTime: 60_000,
  })
}

/** Who looks for seats along an own trip. */
export function useTripDemand(tripId: string) {
  return useQuery({
    queryKey: tripDemandKey(tripId),
    queryFn: ({ signal }) => api.rideRequests.forTrip({ params: { tripId }, signal }),
  })
}

/** Invites one person to a trip; one mutation for the list, so that a row may unmount. */
export function useInvite(tripId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (rideRequestId: string) =>
      api.rideRequests.invite({ params: { tripId }, body: { rideRequestId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: tripDemandKey(tripId) }),
  })
}
