import type { PaymentView } from '#contract/payments.ts'
import { integritySignature } from '#server/modules/bank/gateway/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { CheckedPayment } from './check-payment.ts'
import type { Customer } from './create-payment.ts'
import { centsOf, isSeen, type ShownStatus, shownStatus } from './payment.ts'
import type { PaymentRow } from './payments.queries.ts'

const REFUSED =
  'Pago rechazado o fallido. Tu saldo no ha sido modificado. Intenta con otro método de pago.'

/** Messages per payment status (spec-coverage §8). */
const messages: Record<ShownStatus, string> = {
  PENDING:
    'Tu pago está en validación. El sistema actualizará tu saldo automáticamente al aprobarse.',
  APPROVED: 'Pago aprobado. Tu saldo se actualizó automáticamente.',
  DECLINED: REFUSED,
  ERROR: REFUSED,
  VOIDED: REFUSED,
  ABANDONED:
    'No nos consta que terminaras este pago: quedó abandonado y tu saldo no cambió. ' +
    'Si ya pagaste, se actualizará solo; si no, puedes recargar de nuevo.',
}

/** A checkout that nobody finished is not being validated. */
const UNSEEN = 'Si ya pagaste, o si pagas ahora, el sistema actualizará tu saldo automáticamente.'

const UNANSWERED =
  'No pudimos preguntarle a la pasarela. Si ya pagaste, no pagues otra vez: el sistema ' +
  'actualizará tu saldo automáticamente.'

const REPLACED =
  'Empezaste esta recarga y luego entró otra: no hace falta terminarla. Si ya la pagaste ' +
  'también, la sumamos a tu saldo.'

const REVERSED = 'El pago fue anulado y su valor se descontó de tu saldo.'

export function presentPayment({ payment, answered }: CheckedPayment, now: Date): PaymentView {
  const status = shownStatus(payment, now)
  return {
    status,
    message: messageOf(payment, { status, answered }),
    reference: payment.reference,
    id: payment.last_transaction_id,
    transactionSeen: isSeen(payment),
    gatewayAnswered: answered,
    method: payment.last_method,
    amount: payment.amount_pesos,
    updatedAt: payment.updated_at.toISOString(),
  }
}

function messageOf(
  payment: PaymentRow,
  { status, answered }: { status: ShownStatus; answered: boolean },
): string {
  if (payment.status === 'reversed') return REVERSED
  if (isSeen(payment)) return messages[status]
  if (payment.replaced) return REPLACED
  if (!answered) return UNANSWERED
  return status === 'PENDING' ? UNSEEN : messages[status]
}

/** Fields of the checkout form, with their signature. */
export function presentCheckout(
  deps: Pick<Deps, 'secrets' | 'urls'>,
  { payment, customer }: { payment: PaymentRow; customer: Customer },
) {
  const { reference } = payment
  const amountInCents = centsOf(payment.amount_pesos)
  const secret = deps.secrets.wompi.integritySecret
  return {
    reference,
    amountInCents,
    signature: integritySignature({ reference, amountInCents, currency: 'COP', secret }),
    publicKey: deps.secrets.wompi.publicKey,
    currency: 'COP' as const,
    checkoutUrl: deps.urls.checkout,
    redirectUrl: `${deps.urls.site}/confirmacion-pago?payment_return=true&reference=${reference}`,
    customer,
  }
}
