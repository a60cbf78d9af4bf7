import { RefreshCw } from 'lucide-react'
import { supportLinks } from '#web/domain/support/support-links.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import type { Confirmation } from './confirmation.ts'

type ActionsProps = {
  shown: Confirmation
  reference: string | null
  busy: boolean
  onRefresh: () => void
  /** Address of the booking for which the person topped up; null if there is none. */
  returnTo: string | null
}

/** Links to continue after a payment; the first is the most useful for its state. */
export function ConfirmationActions({ shown, reference, busy, onRefresh, returnTo }: ActionsProps) {
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
