import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FraudSignal } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export type QueueTab = 'pending' | 'approved' | 'rejected'

export function isQueueTab(text: string): text is QueueTab {
  return text === 'pending' || text === 'approved' || text === 'rejected'
}

const REVIEWS = ['reviews'] as const

/** Refetch interval: new documents arrive while somebody reviews. */
const REFRESH_MS = 60_000

export function useQueue(tab: QueueTab, page: number) {
  return useQuery({
    queryKey: queryKeys.reviews(tab, page),
    queryFn: ({ signal }) => api.verification.queue({ query: { status: tab, page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** `reason: null` approves despite the signals shown; a text rejects with that reason. */
export type Decision = { reason: null; despiteSignals: readonly FraudSignal[] } | { reason: string }

export function useReview(documentId: string, onReviewed: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) => {
      const params = { documentId }
      if (decision.reason !== null) {
        return api.verification.reject({ params, body: { reason: decision.reason } })
      }
      const despiteSignals = [...decision.despiteSignals]
      const body = despiteSignals.length > 0 ? { despiteSignals } : {}
      return api.verification.approve({ params, body })
    },
    onSuccess: () => {
      onReviewed()
      void queries.invalidateQueries({ queryKey: REVIEWS })
    },
    onError: (error) => {
      // Another reviewer was faster, or a signal appeared: the list is stale.
      if (hasCode(error, 'document_already_reviewed', 'document_not_found', 'document_signals')) {
        void queries.invalidateQueries({ queryKey: REVIEWS })
      }
    },
  })
}
