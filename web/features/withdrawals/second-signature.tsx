import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { dateTime, pesos } from '#web/lib/format.ts'
import { SameDevice } from '#web/shared/desk/back-office/same-device.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { type Fact, Facts } from '#web/ui/facts.tsx'
import { WithdrawalChecks } from './withdrawal-checks.tsx'

type SecondSignatureProps = {
  item: QueuedWithdrawal
  open: boolean
  pending: boolean
  onSign: () => void
  onClose: () => void
}

/** Everything that a second signature confirms, before it counts. */
export function SecondSignature(props: SecondSignatureProps) {
  const { item, open, pending, onSign, onClose } = props
  return (
    <ConfirmDialog
      open={open}
      title="Tu firma es la segunda"
      confirm={confirmWord(item)}
      keep="Volver a mirar"
      onConfirm={onSign}
      onKeep={onClose}
      pending={pending}
    >
      <Facts facts={factsOf(item)} className="grid grid-cols-2 gap-3" />
      {item.closedAt === null && <WithdrawalChecks item={item} />}
      {item.sameDevice && <SameDevice by={signerOf(item)} />}
      <p className="text-sm text-muted">
        {item.result || item.can.confirmReturn
          ? 'El dinero se mueve de inmediato y no se puede deshacer.'
          : 'Sale después de 30 segundos. Hasta entonces puedes deshacer tu firma.'}
      </p>
    </ConfirmDialog>
  )
}

function confirmWord({ can, result }: QueuedWithdrawal): string {
  if (can.confirmReturn) return 'Confirmar la devolución'
  return result ? 'Confirmar el resultado' : 'Firmar y aprobar'
}

/** Who signed first what waits for a second signature. */
export const signerOf = ({ returned, result, firstBy }: QueuedWithdrawal) =>
  returned?.by ?? result?.by ?? firstBy ?? 'otra persona'

function factsOf(item: QueuedWithdrawal): Fact[] {
  const { returned, result, firstAt, person, account } = item
  const at = (returned ?? result)?.at ?? firstAt
  const acts = { paid: 'El banco pagó el retiro', failed: 'El banco no pagó: el dinero vuelve' }
  const act = result ? acts[result.outcome] : 'Pagar un retiro'
  return [
    ['Persona', person.name],
    ['Qué firmas', returned ? 'El banco lo devolvió: el dinero vuelve' : act],
    ['Valor', pesos(item.amount)],
    ['Cuenta', `${account.title} ${account.masked}`],
    ['Firmó primero', signerOf(item)],
    ['Cuándo', at && dateTime(at)],
    ['Según', returned ? returnText(returned) : result?.note],
  ]
}

/** The movement of the bank that brought a withdrawal back, and why. */
export const returnText = ({ bankReference, reason }: NonNullable<QueuedWithdrawal['returned']>) =>
  `Movimiento ${bankReference}: ${reason}`
