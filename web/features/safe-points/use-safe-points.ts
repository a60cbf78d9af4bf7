import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { sendConfirmed } from '#web/lib/confirm-key.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const ALL = ['safe-points'] as const

export function usePlacesWithPoints() {
  return useQuery({
    queryKey: queryKeys.safePointPlaces(),
    queryFn: ({ signal }) => api.safePoints.places({ signal }),
  })
}

/** SafePoints of a place; with a `viewerId`, also those that the signed-in person proposed. */
export function useSafePoints(placeId: string, viewerId: string | null) {
  return useQuery({
    queryKey: queryKeys.safePoints(placeId, viewerId),
    queryFn: ({ signal }) => api.safePoints.list({ query: { place: placeId }, signal }),
  })
}

type Proposal = Parameters<typeof api.safePoints.propose>[0]['body']

export function usePropose() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Proposal) =>
      sendConfirmed('safe-point', body, (idempotencyKey) =>
        api.safePoints.propose({ body, idempotencyKey }),
      ),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ALL }),
  })
}

type Report = Parameters<typeof api.safePoints.report>[0]['body']

export function useReport(safePointId: string) {
  return useMutation({
    mutationFn: (body: Report) => api.safePoints.report({ params: { safePointId }, body }),
  })
}

export type Verdict =
  | { vet: Parameters<typeof api.safePoints.vet>[0]['body'] }
  | { hide: { reason: string } }

export function useVerdict(safePointId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (verdict: Verdict) => {
      const params = { safePointId }
      return 'hide' in verdict
        ? api.safePoints.hide({ params, body: verdict.hide })
        : api.safePoints.vet({ params, body: verdict.vet ?? {} })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ALL }),
    onError: (error) => {
      if (hasCode(error, 'safe_point_not_found')) void queries.invalidateQueries({ queryKey: ALL })
    },
  })
}
