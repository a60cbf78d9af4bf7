import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAuth } from '#web/domain/auth/session.tsx'
import { throttle } from '#web/domain/auth/session-state.ts'
import {
  clearPendingTransaction,
  pendingTransaction,
  recentReference,
  savePendingTransaction,
} from '#web/domain/payments/payment-memory.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import {
  asking,
  type Confirmation,
  confirmationOf,
  confirmationOfError,
  failed,
  messages,
} from './confirmation.ts'
import { type Target, targetOf } from './target.ts'

const POLL_EVERY_MS = 3000
/** Polling stops after this; a bank may take hours, so the person can refresh with a button. */
const POLL_FOR_MS = 60_000
const ASK_EVERY_MS = 1000

/** Fetches the payment. Not aborted on leaving: by this call the server learns its state. */
async function ask(target: Target, userId: string): Promise<Confirmation> {
  if (target.kind === 'reference') {
    const { reference, transactionId } = target
    const hint = transactionId ? { transactionId } : {}
    const body = { reference, userId, ...hint }
    const { payment } = await api.payments.confirmRedirect({ body })
    return confirmationOf(payment, 'redirect')
  }
  const body = { transactionId: target.transactionId, userId }
  const answer = await api.payments.validate({ body })
  const { transaction, error }: Partial<typeof answer> = answer
  if (!transaction) return failed(error ?? messages.unconfirmed, true)
  return confirmationOf(transaction, 'validate')
}

/** Stores a pending transaction, deletes a decided one, and refetches the balance. */
function useConsequences(shown: Confirmation, target: Target | null, userId: string): void {
  const { refreshBalance } = useAuth()
  const queries = useQueryClient()
  const { state } = shown
  const transactionId = shown.transactionId ?? target?.transactionId ?? null
  const answered = shown.reference !== null
  useEffect(() => {
    if (state === 'validating' && answered && transactionId) {
      savePendingTransaction(transactionId, userId)
    }
    if (state === 'approved' || state === 'rejected') clearPendingTransaction()
    if (state !== 'approved') return
    void refreshBalance()
    void queries.invalidateQueries({ queryKey: ['wallet'] })
  }, [state, answered, transactionId, userId, refreshBalance, queries])
}

/** Polls the server until the payment is decided, for a minute at most. */
export function useConfirmation(userId: string) {
  const [search] = useSearchParams()
  const [remembered] = useState(() => ({
    transactionId: pendingTransaction(userId),
    reference: recentReference(userId),
  }))
  const target = useMemo(() => targetOf(search, remembered), [search, remembered])
  const [startedAt] = useState(() => Date.now())
  const mayAsk = useMemo(() => throttle(ASK_EVERY_MS), [])
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: queryKeys.payment(userId, target),
    queryFn: async () => {
      if (!target) return failed(messages.noTarget)
      const answer = await ask(target, userId)
      // The screen of the booking says what is being validated, and does not ask to pay again.
      void queries.invalidateQueries({ queryKey: queryKeys.seatKeep() })
      return answer
    },
    staleTime: 0,
    refetchOnWindowFocus: ({ state }) => state.data?.state === 'validating',
    refetchInterval: ({ state }) => {
      const decided = state.data !== undefined && state.data.state !== 'validating'
      const late = Date.now() - startedAt >= POLL_FOR_MS
      return decided || late || !state.data ? false : POLL_EVERY_MS
    },
  })
  const shown = query.data ?? (query.isError ? confirmationOfError(query.error) : asking)
  useConsequences(shown, target, userId)
  const refresh = () => {
    if (mayAsk()) void query.refetch()
  }
  return { shown, target, refresh, busy: query.isFetching, first: query.isPending }
}
