import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeepView } from '#contract/seat-keeps.ts'
import { api } from '#web/lib/api.ts'
import { serverNow } from '#web/lib/clock.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { type OwnKeep, offsetOf } from './keep-time.ts'

const WATCH_MS = 5_000

function received(keep: KeepView | null): OwnKeep | null {
  return keep && { ...keep, clockOffsetMs: offsetOf(keep.serverTime, serverNow()) }
}

/** The person's seat keep. Always stale (`staleTime` 0), because a top-up may have changed it. */
export function useOwnKeep(enabled = true) {
  return useQuery({
    enabled,
    queryKey: queryKeys.seatKeep(),
    queryFn: async ({ signal }) => received((await api.seatKeeps.mine({ signal })).keep),
    staleTime: 0,
    // Polls while money is missing: the gateway may tell late that a top-up is being validated,
    // and until the screen knows of it, it offers to pay once more.
    refetchInterval: ({ state }) => (state.data?.shortfall ? WATCH_MS : false),
  })
}

/** Invalidates every query about seats: they are stale after a keep or a release. */
export function useForgetSeats() {
  const refetch = useRefetch()
  return (tripId: string) =>
    refetch(['trip', tripId], ['search'], queryKeys.seatKeep(), queryKeys.balance())
}

/** Shows this keep on every screen, without another request. */
export function useShowKeep() {
  const client = useQueryClient()
  return (keep: KeepView | null) => client.setQueryData(queryKeys.seatKeep(), received(keep))
}

/** Extends a keep after the person has started to pay. */
export function useExtendKeep(tripId: string) {
  const show = useShowKeep()
  const forget = useForgetSeats()
  return useMutation({
    mutationFn: (keepId: string) => api.seatKeeps.extend({ params: { keepId } }),
    onSuccess: ({ keep }) => show(keep),
    onError: () => forget(tripId),
  })
}

/** Gives the kept seats back. */
export function useReleaseKeep({ id, tripId }: OwnKeep, onReleased: () => void) {
  const show = useShowKeep()
  const forget = useForgetSeats()
  return useMutation({
    mutationFn: () => api.seatKeeps.release({ params: { keepId: id } }),
    onSuccess: () => {
      show(null)
      onReleased()
    },
    onSettled: () => forget(tripId),
  })
}
