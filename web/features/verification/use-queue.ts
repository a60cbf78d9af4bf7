import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** null approves; a text rejects with that reason. */
export type Decision = { reason: string | null }

export function useReview(documentId: string, onReviewed: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ reason }: Decision) => {
      const params = { documentId }
      return reason === null
        ? api.verification.approve({ params, body: {} })
        : api.verification.reject({ params, body: { reason } })
    },
    onSuccess: () => {
      onReviewed()
      void queries.invalidateQueries({ queryKey: REVIEWS })
    },
    onError: (error) => {
      // Another reviewer was faster: the list is stale.
      if (hasCode(error, 'document_already_reviewed', 'document_not_found')) {
        void queries.invalidateQueries({ queryKey: REVIEWS })
      }
    },
  })
}
