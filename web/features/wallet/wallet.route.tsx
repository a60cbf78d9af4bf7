import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { TOPUP_MIN_PESOS } from '#contract/limits.ts'
import { unlisted } from '#web/lib/brand.ts'
import { pesos } from '#web/lib/format.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import {
  rememberedAccount,
  rememberedName,
  rememberedRoles,
} from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import {
  BALANCE_UNREAD,
  isBalanceKnown,
  type SessionUser,
} from '#web/shared/access/auth/session-state.ts'
import { AgendaList } from '#web/shared/agenda/agenda-list.tsx'
import { useAgenda } from '#web/shared/agenda/use-agenda.ts'
import { AccountNotice } from '#web/shared/conduct/account-notice.tsx'
import {
  markWalletUpdated,
  paymentAge,
  paymentReturnTo,
  RECENT_PAYMENT_MS,
  recentReference,
  wasWalletUpdated,
} from '#web/shared/payments/payment-memory.ts'
import { DriverNotices } from '#web/shared/verification/driver-notices.tsx'
import { forgetReference } from '#web/stored/payment-reference.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BalanceCard } from './balance-card.tsx'
import { keepBalance, keptBalance } from './kept-wallet.ts'
import { PersonCard } from './person-card.tsx'
import { TopUp } from './top-up.tsx'
import { Transactions } from './transactions.tsx'
import { useRefreshTransactions } from './use-transactions.ts'

export const meta = unlisted('Recargar Wallet')

export const handle = { alone: true }

export default function Wallet() {
  const { user } = useAuth()
  return (
    <Page title="Recargar Wallet" dense="titled" width="page">
      <div className="grid items-start gap-3 lg:grid-cols-[24rem_minmax(0,1fr)] lg:gap-6">
        <div className="grid gap-3">{user ? <Mine user={user} /> : <Kept />}</div>
        <Transactions />
      </div>
    </Page>
  )
}

function Mine({ user }: { user: SessionUser }) {
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
  const items = useAgenda().data?.items ?? []
  useEffect(() => {
    if (isBalanceKnown(user)) keepBalance(user.id, user)
  }, [user])
  return (
    <>
      <ReturnNotice returned={returned} returnTo={asked ?? comingBack} />
      {!isPaying && <AccountNotice />}
      {!isPaying && <DriverNotices user={user} />}
      <BalanceCard user={user} />
      <PersonCard user={user} />
      <DebtNotice debt={user.debt} returnTo={asked} />
      <TopUp user={user} returnTo={asked} />
      {/* Below: what comes later than the balance must not move the amount under a finger. */}
      {!isPaying && <AgendaList items={items} />}
    </>
  )
}

/** What this device keeps of the wallet, until the server has identified the person. */
function Kept() {
  const { status } = useAuth()
  const isHydrated = useHydrated()
  const kept = isHydrated ? keptBalance(rememberedAccount()) : null
  const isSilent = status === 'unreachable'
  const name = rememberedName()
  return (
    <>
      {isSilent && (
        <Banner tone="warn" title={BALANCE_UNREAD}>
          {name ? `${name}, tu` : 'Tu'} sesión sigue abierta y tu dinero sigue igual.{' '}
          {kept && 'Esto es lo último que vimos aquí.'}
        </Banner>
      )}
      {kept && <BalanceCard user={{ ...kept.value, roles: rememberedRoles() }} seenAt={kept.at} />}
      {!isSilent && (
        <>
          {!kept && <Skeleton className="h-40 rounded-card" />}
          <Skeleton className="h-15 rounded-card" />
          <Skeleton className="h-66 rounded-card" />
        </>
      )}
    </>
  )
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
        Si el banco aún confirma tu pago, lo sumamos apenas lo apruebe. Si no lo terminaste, sigue
        en tus movimientos.
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
  const amount = Math.max(debt, TOPUP_MIN_PESOS)
  return (
    <Banner
      tone="warn"
      live="off"
      title={`Tienes un saldo pendiente de ${pesos(debt)}`}
      action={
        <ButtonLink size="sm" to={paths.wallet({ amount, ...(returnTo ? { returnTo } : {}) })}>
          Recargar {pesos(amount)}
        </ButtonLink>
      }
    >
      Ya habías usado dinero que volvió a quien lo pagó: una recarga anulada o un pasaje devuelto
      por un reclamo. Lo que entre a tu billetera paga primero este saldo. Hasta entonces no puedes
      reservar, publicar con pago directo ni retirar; tus reservas de ahora siguen en pie.
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
