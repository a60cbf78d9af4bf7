import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { throttle } from '#web/lib/session-state.ts'

/** SPEC §9. */
const PAGE_SIZE = 10
const REFRESH_EVERY_MS = 1000

/** One page of movements; the page before stays while the next one arrives. */
export function useTransactions(page: number) {
  return useQuery({
    queryKey: queryKeys.transactions(page),
    queryFn: ({ signal }) => api.wallet.transactions({ query: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Reads what is known of the wallet again, at most once a second; faster calls are ignored. */
export function useRefreshTransactions(): () => Promise<void> {
  const queries = useQueryClient()
  const mayRefresh = useMemo(() => throttle(REFRESH_EVERY_MS), [])
  return useCallback(async () => {
    if (mayRefresh()) await queries.invalidateQueries({ queryKey: ['wallet'] })
  }, [queries, mayRefresh])
}
