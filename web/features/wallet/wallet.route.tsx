import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AgendaList } from '#web/domain/agenda/agenda-list.tsx'
import { useAgenda } from '#web/domain/agenda/use-agenda.ts'
import { useAuth, useUser } from '#web/domain/auth/session.tsx'
import { BALANCE_UNREAD } from '#web/domain/auth/session-state.ts'
import { AccountNotice } from '#web/domain/conduct/account-notice.tsx'
import {
  markWalletUpdated,
  paymentAge,
  paymentReturnTo,
  RECENT_PAYMENT_MS,
  recentReference,
  wasWalletUpdated,
} from '#web/domain/payments/payment-memory.ts'
import { forgetReference } from '#web/domain/payments/payment-reference.ts'
import { DriverNotices } from '#web/domain/verification/driver-notices.tsx'
import { pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BalanceCard } from './balance-card.tsx'
import { PersonCard } from './person-card.tsx'
import { TopUp } from './top-up.tsx'
import { Transactions } from './transactions.tsx'
import { useRefreshTransactions } from './use-transactions.ts'

export function meta() {
  return [{ title: 'Recargar Wallet · Cupo' }, { name: 'robots', content: 'noindex' }]
}

export const handle = { unread: BALANCE_UNREAD }

export default function Wallet() {
  const user = useUser()
  const { refreshBalance } = useAuth()
  const refreshTransactions = useRefreshTransactions()
  const refresh = useCallback(async () => {
    await Promise.all([refreshBalance(), refreshTransactions()])
  }, [refreshBalance, refreshTransactions])
  const returned = usePaymentReturn(user.id, refresh)
  const [search] = useSearchParams()
  const asked = safeReturnTo(search.get('returnTo'))
  const comingBack = returned === null ? null : paymentReturnTo(user.id, null)
  const isPaying = returned !== null || asked !== null || search.has('amount')
  return (
    <Page title="Recargar Wallet" lead="Tu saldo para compartir viajes." width="page">
      <div
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-6
          lg:grid-cols-[minmax(0,1fr)_20rem]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ReturnNotice returned={returned} returnTo={asked ?? comingBack} />
          {!isPaying && <AccountNotice />}
          {!isPaying && <DriverNotices user={user} />}
          {!isPaying && <Next />}
          <BalanceCard user={user} />
          <DebtNotice debt={user.debt} returnTo={asked} />
          <TopUp user={user} returnTo={asked} />
          <Transactions />
        </div>
        <PersonCard user={user} />
      </div>
    </Page>
  )
}

/** Tasks of the agenda, because the wallet is the first screen after sign-in. */
function Next() {
  const { data, isPending } = useAgenda()
  if (isPending) return <Skeleton className="h-28" />
  return data ? <AgendaList items={data.items} /> : null
}

type NoticeProps = { returned: ReturnType<typeof usePaymentReturn>; returnTo: string | null }

/** Notice after a payment, and for people who came from a booking that needed money. */
function ReturnNotice({ returned, returnTo }: NoticeProps) {
  const back = returnTo && <Link to={returnTo}>Volver a tu reserva</Link>
  if (returned === 'waiting') {
    return <Banner tone="info">Estamos actualizando tu saldo y tus movimientos…</Banner>
  }
  if (returned === 'updated') {
    return (
      <Banner tone="ok" title="Saldo y movimientos actualizados" action={back}>
        Si tu pago sigue pendiente, lo sumamos apenas se confirme. No tienes que hacer nada.
      </Banner>
    )
  }
  if (!returnTo) return null
  return (
    <Banner tone="info" live="off" action={back}>
      Recarga y sigue con tu reserva donde la dejaste.
    </Banner>
  )
}

type DebtNoticeProps = {
  /** Pesos owed. */
  debt: number
  returnTo: string | null
}

/** Why somebody owes, what they cannot do meanwhile, and how to pay. */
function DebtNotice({ debt, returnTo }: DebtNoticeProps) {
  if (debt === 0) return null
  return (
    <Banner
      tone="warn"
      live="off"
      title={`Tienes un saldo pendiente de ${pesos(debt)}`}
      action={
        <ButtonLink
          size="sm"
          to={paths.wallet({ amount: debt, ...(returnTo ? { returnTo } : {}) })}
        >
          Recargar {pesos(debt)}
        </ButtonLink>
      }
    >
      La pasarela de pagos anuló una recarga que ya habías usado. Lo que entre a tu billetera paga
      primero este saldo. Hasta entonces no puedes reservar, publicar con pago directo ni retirar;
      tus reservas de ahora siguen en pie.
    </Banner>
  )
}

/** Delay before the refresh, because a payment needs a moment to arrive (spec-coverage §4). */
const WITH_REFERENCE_MS = 3000
const WITHOUT_REFERENCE_MS = 2000

/** Deletes the stored reference after five minutes, also while the screen stays open. */
function useForgetting(): void {
  useEffect(() => {
    const age = paymentAge()
    if (age === null) return
    const timer = setTimeout(forgetReference, Math.max(0, RECENT_PAYMENT_MS - age))
    return () => clearTimeout(timer)
  }, [])
}

/**
 * Refreshes the wallet on return from a payment: once per payment and session, after a delay.
 * @returns null when the person did not come from a payment
 */
function usePaymentReturn(
  userId: string,
  refresh: () => Promise<void>,
): 'waiting' | 'updated' | null {
  useForgetting()
  const [search] = useSearchParams()
  const named = search.get('reference')
  const returning = search.get('payment_return') === 'true' || named !== null
  const [reference] = useState(() => named ?? recentReference(userId))
  const [updated, setUpdated] = useState(() => wasWalletUpdated(reference))
  const waiting = returning && !updated
  useEffect(() => {
    if (!waiting) return
    const delay = reference === null ? WITHOUT_REFERENCE_MS : WITH_REFERENCE_MS
    const timer = setTimeout(() => {
      markWalletUpdated(reference)
      void refresh().then(() => setUpdated(true))
    }, delay)
    return () => clearTimeout(timer)
  }, [waiting, reference, refresh])
  if (!returning) return null
  return waiting ? 'waiting' : 'updated'
}
