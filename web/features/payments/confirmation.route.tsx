import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { api } from '#web/lib/api.ts'
import { unlisted } from '#web/lib/brand.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth, useUser } from '#web/shared/access/auth/session.tsx'
import { throttle } from '#web/shared/access/auth/session-state.ts'
import { booksOnReturn } from '#web/shared/bookings/paid-intent.ts'
import { HeldSeat } from '#web/shared/bookings/seat-keeps/held-seat.tsx'
import { keepPlace } from '#web/shared/bookings/seat-keeps/keep-place.ts'
import { useOwnKeep } from '#web/shared/bookings/seat-keeps/use-keep.ts'
import {
  clearPendingTransaction,
  paymentReturnTo,
  pendingTransaction,
  recentReference,
  savePendingTransaction,
} from '#web/shared/payments/payment-memory.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import {
  asking,
  type Confirmation,
  confirmationOf,
  confirmationOfError,
  failed,
  messages,
} from './confirmation.ts'
import { PaymentActions } from './payment-actions.tsx'
import { type Target, targetOf } from './target.ts'
import { looks, PaymentNumbers, Verdict } from './verdict.tsx'

export const meta = unlisted('Confirmación de pago')

/** Rendered without a session too: the gateway can return in a browser that has none. */
export const handle = { afterwards: true }

/** Page to which the payment gateway returns; pending movements link to it too. */
export default function PaymentConfirmation() {
  return useAuth().status === 'signedOut' ? <SignedOut /> : <Result />
}

/** Names neither person nor amount: whoever has the address can open it. */
function SignedOut() {
  const { pathname, search } = useLocation()
  return (
    <Page title="Volviste del banco">
      <EmptyState
        region="valle"
        title="Tu pago se acredita solo; entra para verlo"
        action={<ButtonLink to={paths.login(`${pathname}${search}`)}>Iniciar sesión</ButtonLink>}
      >
        No tienes que pagar otra vez.
      </EmptyState>
    </Page>
  )
}

function Result() {
  const user = useUser()
  const { shown, target, refresh, busy, first } = useConfirmation(user.id)
  const reference = shown.reference ?? (target?.kind === 'reference' ? target.reference : null)
  const transactionId = shown.transactionId ?? target?.transactionId ?? null
  const keep = useOwnKeep().data
  const left = paymentReturnTo(user.id, reference)
  const returnTo = left ?? (keep ? keepPlace(keep) : null)
  // The booking was confirmed before the payment: nobody is asked to go on to it.
  if (shown.state === 'approved' && left !== null && booksOnReturn(left)) {
    return <GoOn to={left} />
  }
  const wasKept = shown.state !== 'approved' && left !== null && KEPT.test(left)
  return (
    <div className="mx-auto w-full max-w-lg px-4 py-6 sm:py-12">
      <Card padded={false} className="overflow-hidden">
        <Landscape
          region={looks[shown.stage].region}
          className="h-24 w-full rounded-none! sm:h-32"
        />
        <div className="grid gap-6 p-5 pt-0 sm:p-8 sm:pt-0">
          <Verdict {...{ shown, transactionId, waiting: first }} />
          <HeldSeat {...{ keep, wasKept }} />
          <PaymentActions {...{ shown, reference, busy, returnTo, keep }} onRefresh={refresh} />
          <PaymentNumbers {...{ reference, transactionId }} />
        </div>
      </Card>
    </div>
  )
}

/** Goes on to the booking that waited for this payment, and says that the payment arrived. */
function GoOn({ to }: { to: string }) {
  useEffect(() => toastDone('Listo, pago aprobado'), [])
  return <Navigate to={to} replace />
}

/** The address of a booking that has kept seats (bookings/book-steps.ts). */
const KEPT = /[?&]apartado=/

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
function useConfirmation(userId: string) {
  const [search] = useSearchParams()
  const [remembered] = useState(() => ({
    transactionId: pendingTransaction(userId),
    reference: recentReference(userId),
  }))
  const target = useMemo(() => targetOf(search, remembered), [search, remembered])
  const [startedAt] = useState(() => deviceNow())
  const mayAsk = useMemo(() => throttle(ASK_EVERY_MS), [])
  const queries = useQueryClient()
  const query = useRead(
    queryKeys.payment(userId, target),
    async () => {
      if (!target) return failed(messages.noTarget)
      const answer = await ask(target, userId)
      // The screen of the booking says what is being validated, and does not ask to pay again.
      void queries.invalidateQueries({ queryKey: queryKeys.seatKeep() })
      return answer
    },
    {
      staleTime: 0,
      refetchOnWindowFocus: ({ state }) => state.data?.state === 'validating',
      refetchInterval: ({ state }) => {
        const decided = state.data !== undefined && state.data.state !== 'validating'
        const late = deviceNow() - startedAt >= POLL_FOR_MS
        return decided || late || !state.data ? false : POLL_EVERY_MS
      },
    },
  )
  const shown = query.data ?? (query.isError ? confirmationOfError(query.error) : asking)
  useConsequences(shown, target, userId)
  const refresh = () => {
    if (mayAsk()) void query.refetch()
  }
  return { shown, target, refresh, busy: query.isFetching, first: query.isPending }
}
