import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/auth.ts'
import { documentNames } from '#contract/document-number.ts'
import { titled } from '#web/lib/brand.ts'
import { pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { safeReturnTo } from '#web/lib/return-to.ts'
import { useAuth, useUser } from '#web/shared/access/auth/session.tsx'
import { BALANCE_UNREAD, type SessionUser } from '#web/shared/access/auth/session-state.ts'
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
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { BalanceCard } from './balance-card.tsx'
import { TopUp } from './top-up.tsx'
import { Transactions } from './transactions.tsx'
import { useRefreshTransactions } from './use-transactions.ts'

export function meta() {
  return [{ title: titled('Recargar Wallet') }, { name: 'robots', content: 'noindex' }]
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
          lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]"
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ReturnNotice returned={returned} returnTo={asked ?? comingBack} />
          {!isPaying && <AccountNotice />}
          {!isPaying && <DriverNotices user={user} />}
          {!isPaying && <Next />}
          <BalanceCard user={user} />
        </div>
        <PersonCard user={user} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <DebtNotice debt={user.debt} returnTo={asked} />
          <TopUp user={user} returnTo={asked} />
          <Transactions />
        </div>
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

/** Owner of the wallet (spec-coverage §2), with the full details on request. */
function PersonCard({ user }: { user: SessionUser }) {
  const { profile } = user
  const [full, setFull] = useState(false)
  const incomplete = isProfileIncomplete(user)
  const name = displayName(user)
  return (
    <section aria-label="Tus datos" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-2 lg:gap-4">
        <div className="flex items-center gap-3">
          <Avatar name={name} />
          <div className="min-w-0">
            <h2 className="text-lg break-words">{name}</h2>
            <p className="text-sm text-muted">{profile.status || 'Pasajero'}</p>
          </div>
        </div>
        {incomplete && (
          <Banner tone="warn" title="Perfil incompleto" live="off">
            Aún no tenemos tu nombre ni tu documento.{' '}
            <Link to={paths.profile()}>Completar mi perfil</Link>
          </Banner>
        )}
        <dl id="datos" className="grid gap-1 lg:gap-3">
          <Fact term="Correo">{user.email}</Fact>
          <Fact term="Identificación">{identificationText(user)}</Fact>
          <Fact term="Teléfono">{profile.phone_number ?? 'Sin registrar'}</Fact>
          {full && <FullDetails profile={profile} />}
        </dl>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={full}
            aria-controls="datos"
            onClick={() => setFull(!full)}
            className="-mx-4"
          >
            {full ? 'Ver menos datos' : 'Ver todos mis datos'}
          </Button>
          {!profile.verification && !incomplete && (
            <Link to={paths.identity(paths.wallet())}>Verificar mi identidad</Link>
          )}
        </div>
      </Card>
    </section>
  )
}

function FullDetails({ profile }: Pick<SessionUser, 'profile'>) {
  const { first_name, last_name, status, verification } = profile
  return (
    <>
      <Fact term="Nombre">{first_name ?? 'Sin registrar'}</Fact>
      <Fact term="Apellido">{last_name ?? 'Sin registrar'}</Fact>
      <Fact term="Estado">{status || 'Pasajero'}</Fact>
      <Fact term="Verificación">
        <StatusPill tone={verification ? 'ok' : 'warn'}>
          {verification ? 'Verificado' : 'Pendiente'}
        </StatusPill>
      </Fact>
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="max-lg:flex max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="tnum min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

/** Full name, else username, else the e-mail. */
function displayName({ profile, username, email }: User): string {
  return profile.full_name || username || email
}

/** Document type and number, `Cédula de Ciudadanía 1.032…`, as the person wrote it. */
function identificationText({ profile }: User): string {
  const { identification_type: type, identification_number: number } = profile
  if (!number) return 'Sin registrar'
  return `${documentNames[type ?? 'CC']} ${number}`
}

/** Whether the account has neither a full name nor an identification number. */
function isProfileIncomplete({ profile }: User): boolean {
  return !profile.full_name && !profile.identification_number
}
