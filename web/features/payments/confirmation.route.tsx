import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX, Clock3, type LucideIcon, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAuth, useUser } from '#web/domain/auth/session.tsx'
import { throttle } from '#web/domain/auth/session-state.ts'
import {
  clearPendingTransaction,
  paymentReturnTo,
  pendingTransaction,
  recentReference,
  savePendingTransaction,
} from '#web/domain/payments/payment-memory.ts'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Landscape } from '#web/ui/landscape.tsx'
import type { Region } from '#web/ui/landscape-scene.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import {
  asking,
  type Confirmation,
  type ConfirmationState,
  confirmationOf,
  confirmationOfError,
  failed,
  messages,
} from './confirmation.ts'
import { isUnusualTransaction, type Target, targetOf } from './target.ts'

export function meta() {
  return [{ title: 'Confirmación de pago · Cupo' }, { name: 'robots', content: 'noindex' }]
}

/** Page to which the payment gateway returns; pending movements link to it too. */
export default function PaymentConfirmation() {
  const user = useUser()
  const { shown, target, refresh, busy, first } = useConfirmation(user.id)
  const reference = shown.reference ?? (target?.kind === 'reference' ? target.reference : null)
  const transactionId = shown.transactionId ?? target?.transactionId ?? null
  return (
    <div className="mx-auto w-full max-w-lg px-4 py-6 sm:py-12">
      <Card padded={false} className="overflow-hidden">
        <Landscape
          region={looks[shown.state].region}
          className="h-24 w-full rounded-none! sm:h-32"
        />
        <div className="grid gap-6 p-5 pt-0 sm:p-8 sm:pt-0">
          <Verdict {...{ shown, reference, transactionId, waiting: first }} />
          <ConfirmationActions
            shown={shown}
            reference={reference}
            busy={busy}
            onRefresh={refresh}
            returnTo={paymentReturnTo(user.id, reference)}
          />
        </div>
      </Card>
    </div>
  )
}

type ActionsProps = {
  shown: Confirmation
  reference: string | null
  busy: boolean
  onRefresh: () => void
  /** Address of the booking for which the person topped up; null if there is none. */
  returnTo: string | null
}

/** Links to continue after a payment; the first is the most useful for its state. */
function ConfirmationActions({ shown, reference, busy, onRefresh, returnTo }: ActionsProps) {
  const { state, amount } = shown
  const back = returnTo !== null && state !== 'rejected'
  const again = state === 'rejected'
  const asks = state === 'validating' || shown.retry
  const first = back || again || asks
  return (
    <div className="grid gap-3">
      {back && state === 'approved' && <ButtonLink to={returnTo}>Volver a tu reserva</ButtonLink>}
      {again && (
        <ButtonLink to={paths.wallet({ amount, returnTo })}>Intentar con otro medio</ButtonLink>
      )}
      {asks && (
        <Button
          onClick={onRefresh}
          pending={busy}
          pendingText="Consultando…"
          icon={<RefreshCw aria-hidden="true" className="size-5" />}
        >
          {state === 'validating' ? 'Actualizar estado' : 'Intentar de nuevo'}
        </Button>
      )}
      {back && state !== 'approved' && (
        <ButtonLink to={returnTo} variant="secondary">
          Volver a tu reserva
        </ButtonLink>
      )}
      <ButtonLink to={paths.walletAfterPayment()} variant={first ? 'secondary' : 'primary'}>
        Ir a mi billetera
      </ButtonLink>
      {reference && (
        <ButtonLink to={supportLinks.about('pago', reference)} variant="ghost">
          ¿Algo anda mal?
        </ButtonLink>
      )}
      <ButtonLink to={paths.home()} variant="ghost">
        Volver al inicio
      </ButtonLink>
    </div>
  )
}

type Look = { title: string; Icon: LucideIcon; mark: string; region: Region }

const looks: Record<ConfirmationState, Look> = {
  validating: { title: 'Validando tu pago', Icon: Clock3, mark: 'text-warn', region: 'llano' },
  approved: { title: 'Pago aprobado', Icon: CircleCheck, mark: 'text-ok', region: 'valle' },
  rejected: { title: 'Pago rechazado', Icon: CircleX, mark: 'text-err', region: 'paramo' },
  error: {
    title: 'No pudimos confirmar el pago',
    Icon: CircleAlert,
    mark: 'text-err',
    region: 'paramo',
  },
}

type VerdictProps = {
  shown: Confirmation
  reference: string | null
  transactionId: string | null
  /** True until the first answer of the server. */
  waiting: boolean
}

/** Shows the state of the payment in a live region. */
function Verdict({ shown, reference, transactionId, waiting }: VerdictProps) {
  const { title, Icon, mark } = looks[shown.state]
  return (
    <div className="-mt-8 grid justify-items-center gap-3 text-center">
      <span
        aria-hidden="true"
        className={cx(
          'grid size-16 place-items-center rounded-full bg-surface ring-4 ring-surface',
          mark,
        )}
      >
        {waiting ? <Spinner className="size-9" /> : <Icon className="size-12" />}
      </span>
      <div role={shown.state === 'error' ? 'alert' : 'status'} className="grid gap-2">
        <h1 className="text-2xl">{shown.title ?? title}</h1>
        {shown.amount !== null && (
          <PesoAmount
            value={shown.amount}
            size="hero"
            className={cx(shown.state === 'rejected' && 'text-muted')}
          />
        )}
        <p className="text-lg">{shown.message}</p>
        {shown.state === 'validating' && !waiting && (
          <p className="text-muted">Puedes salir de esta página: te sumamos el saldo igual.</p>
        )}
        {shown.state === 'error' && isUnusualTransaction(transactionId) && (
          <p className="text-muted">
            El número de la transacción no tiene la forma usual: revisa que el enlace esté completo.
          </p>
        )}
      </div>
      {(reference || transactionId) && (
        <dl className="grid w-full gap-2 rounded-control bg-paper p-4 text-left text-sm">
          {reference && <Fact term="Referencia">{reference}</Fact>}
          {transactionId && <Fact term="Transacción">{transactionId}</Fact>}
        </dl>
      )}
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="tnum font-medium break-all select-all">{children}</dd>
    </div>
  )
}

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
