import { RefreshCw } from 'lucide-react'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import type { OwnKeep } from '#web/shared/bookings/seat-keeps/keep-time.ts'
import { useExtendKeep } from '#web/shared/bookings/seat-keeps/use-keep.ts'
import { TopUpProblem } from '#web/shared/payments/top-up-problem.tsx'
import { topUpMessage } from '#web/shared/payments/top-up-rules.ts'
import { useTopUp } from '#web/shared/payments/use-top-up.ts'
import { DISCARDED_NOTE, useUnfinished } from '#web/shared/payments/use-unfinished.ts'
import { supportLinks } from '#web/shared/support/support-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import type { Confirmation } from './confirmation.ts'

type ActionsProps = {
  shown: Confirmation
  reference: string | null
  busy: boolean
  onRefresh: () => void
  /** Address of the booking for which the person topped up; null if there is none. */
  returnTo: string | null
  keep: OwnKeep | null | undefined
}

/** Links to continue after a payment; the first is the most useful for its state. */
export function PaymentActions(props: ActionsProps) {
  const { shown, reference, returnTo } = props
  const { state, stage } = shown
  const paysAgain = state === 'rejected' || shown.reason !== null
  const asks = state === 'validating' || shown.retry
  const ready = state === 'approved' && returnTo !== null
  const first = paysAgain || asks || ready
  return (
    <div className="grid gap-3">
      {ready && <ButtonLink to={returnTo}>Volver a tu reserva</ButtonLink>}
      {paysAgain && <PayAgain {...props} />}
      {asks && stage !== 'unseen' && <Refresh {...props} />}
      {(stage === 'unseen' || stage === 'left') && reference && (
        <Unfinished {...props} reference={reference} />
      )}
      {returnTo !== null && !ready && (
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

type RefreshProps = Pick<ActionsProps, 'shown' | 'busy' | 'onRefresh'> & {
  variant?: 'primary' | 'secondary'
}

function Refresh({ shown, busy, onRefresh, variant = 'primary' }: RefreshProps) {
  return (
    <Button
      variant={variant}
      onClick={onRefresh}
      pending={busy}
      pendingText="Consultando…"
      Icon={RefreshCw}
    >
      {shown.state === 'validating' ? 'Actualizar estado' : 'Intentar de nuevo'}
    </Button>
  )
}

/** Straight to the gateway with a new reference; a kept seat gets its longer time first. */
function PayAgain({ shown, returnTo, keep }: ActionsProps) {
  const user = useUser()
  const online = useOnline()
  const topUp = useTopUp(user)
  const extend = useExtendKeep(keep?.tripId ?? '')
  const { amount } = shown
  if (amount === null) return null
  const onStarted = keep ? () => extend.mutateAsync(keep.id) : undefined
  return (
    <>
      {topUp.error && <TopUpProblem error={topUp.error} userId={user.id} />}
      <Button
        pending={topUp.leaving}
        pendingText="Abriendo el pago…"
        disabled={!online}
        onClick={() => topUp.start({ amount, returnTo, onStarted })}
      >
        {shown.stage === 'left' ? 'Recargar de nuevo' : 'Intentar con otro medio'}
      </Button>
    </>
  )
}

/** Back to the gateway with the same reference, or out of the list of pending top-ups. */
function Unfinished(props: ActionsProps & { reference: string }) {
  const user = useUser()
  const online = useOnline()
  const { reference, shown } = props
  const { resume, leaving, discard, discarding, discarded, error } = useUnfinished(
    user.id,
    reference,
  )
  if (discarded) {
    return (
      <TakesFocus>
        <Banner tone="ok" title="Descartaste esta recarga">
          {DISCARDED_NOTE}
        </Banner>
      </TakesFocus>
    )
  }
  return (
    <>
      {error && <Banner tone="err">{topUpMessage(error)}</Banner>}
      {shown.stage === 'unseen' && (
        <>
          <Button
            pending={leaving}
            pendingText="Abriendo el pago…"
            disabled={!online}
            onClick={resume}
          >
            Volver a la pasarela
          </Button>
          <Refresh {...props} variant="secondary" />
        </>
      )}
      <Button
        variant="secondary"
        pending={discarding}
        pendingText="Descartando…"
        disabled={!online}
        onClick={() => discard()}
      >
        Descartar
      </Button>
    </>
  )
}
