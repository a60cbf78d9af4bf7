import { useUser } from '#web/domain/auth/session.tsx'
import { paymentReturnTo } from '#web/domain/payments/payment-memory.ts'
import { Card } from '#web/ui/card.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { ConfirmationActions } from './confirmation-actions.tsx'
import { useConfirmation } from './use-confirmation.ts'
import { looks, Verdict } from './verdict.tsx'

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
