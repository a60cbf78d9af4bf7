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
      confirm={item.result ? 'Confirmar el resultado' : 'Firmar y aprobar'}
      keep="Volver a mirar"
      onConfirm={onSign}
      onKeep={onClose}
      pending={pending}
    >
      <Facts facts={factsOf(item)} className="grid grid-cols-2 gap-3" />
      <WithdrawalChecks item={item} />
      {item.sameDevice && <SameDevice by={signerOf(item)} />}
      <p className="text-sm text-muted">
        {item.result
          ? 'El dinero se mueve de inmediato y no se puede deshacer.'
          : 'Sale después de 30 segundos. Hasta entonces puedes deshacer tu firma.'}
      </p>
    </ConfirmDialog>
  )
}

const signerOf = ({ result, firstBy }: QueuedWithdrawal) => result?.by ?? firstBy ?? 'otra persona'

function factsOf(item: QueuedWithdrawal): Fact[] {
  const { result, firstAt, person, account } = item
  const at = result ? result.at : firstAt
  const acts = { paid: 'El banco pagó el retiro', failed: 'El banco no pagó: el dinero vuelve' }
  return [
    ['Persona', person.name],
    ['Qué firmas', result ? acts[result.outcome] : 'Pagar un retiro'],
    ['Valor', pesos(item.amount)],
    ['Cuenta', `${account.title} ${account.masked}`],
    ['Firmó primero', signerOf(item)],
    ['Cuándo', at && dateTime(at)],
    ['Según', result?.note],
  ]
}
