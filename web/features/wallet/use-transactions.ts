import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { api } from '#web/lib/api.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { throttle } from '#web/shared/access/auth/session-state.ts'
import { keepMovements, keptMovements } from './kept-wallet.ts'

/** Movements per page (spec-coverage §9). */
const PAGE_SIZE = 10
const REFRESH_EVERY_MS = 1000

type Transactions = Awaited<ReturnType<typeof api.wallet.transactions>>

/**
 * One page of movements; the previous page stays while the next one loads, and the first one is
 * at first what this device keeps. Later pages use the `asOf` of the first, so that a new movement
 * neither repeats nor skips a line.
 */
export function useTransactions(page: number) {
  const queries = useQueryClient()
  const isHydrated = useHydrated()
  const { user } = useAuth()
  const userId = user?.id
  const query = useRead(
    queryKeys.transactions(page),
    (signal) => {
      const first = queries.getQueryData<Transactions>(queryKeys.transactions(1))
      const asOf = page > 1 ? first?.asOf : undefined
      return api.wallet.transactions({ query: { page, limit: PAGE_SIZE, asOf }, signal })
    },
    { placeholderData: keepPreviousData, enabled: user !== null },
  )
  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (userId && data?.page === 1 && !isPlaceholderData) keepMovements(userId, data)
  }, [userId, data, isPlaceholderData])
  const kept = useMemo(
    () => (isHydrated && page === 1 ? keptMovements(userId ?? rememberedAccount()) : undefined),
    [isHydrated, page, userId],
  )
  return { ...query, data: data ?? kept }
}

/** Refetches the wallet, at most once a second; faster calls are ignored. */
export function useRefreshTransactions(): () => Promise<void> {
  const queries = useQueryClient()
  const mayRefresh = useMemo(() => throttle(REFRESH_EVERY_MS), [])
  return useCallback(async () => {
    if (mayRefresh()) await queries.invalidateQueries({ queryKey: ['wallet'] })
  }, [queries, mayRefresh])
}
