import type { PaymentView } from '#contract/payments.ts'
import { hasCode } from '#web/lib/api-error.ts'

export type ConfirmationState = 'validating' | 'approved' | 'rejected' | 'error'

export type Confirmation = {
  state: ConfirmationState
  /** Replaces the default title of the state. */
  title?: string
  message: string
  reference: string | null
  transactionId: string | null
  /** Whole pesos. */
  amount: number | null
  /** The state is undecided: a retry may help. */
  retry: boolean
}

/** spec-coverage §8. */
export const messages = {
  noTarget: 'No se pudo identificar la transacción. Por favor, verifica tu billetera...',
  problem: 'Hubo un problema confirmando el estado del pago.',
  failure: 'Hubo un error al verificar el estado del pago.',
  unknown: 'Estado de transacción desconocido.',
  unconfirmed: 'No se pudo confirmar el estado del pago.',
  rejected:
    'Pago rechazado o fallido. Tu saldo no ha sido modificado. Intenta con otro método de pago.',
  pending:
    'Tu pago está pendiente. El sistema actualizará tu saldo automáticamente cuando se confirme.',
  approved: 'Tu pago fue aprobado y tu saldo se actualizó automáticamente.',
  asking: 'Estamos validando tu pago. No cierres esta página todavía.',
} as const

/** Which call: by reference (`redirect`) or by the gateway's transaction (`validate`). */
export type Asked = 'redirect' | 'validate'

const states = new Map<string, ConfirmationState>([
  ['PENDING', 'validating'],
  ['APPROVED', 'approved'],
  ['DECLINED', 'rejected'],
  ['REJECTED', 'rejected'],
  ['FAILED', 'rejected'],
  ['VOIDED', 'rejected'],
  ['ABANDONED', 'rejected'],
])

/** spec-coverage §4: status → state; only the direct validation takes ERROR for a rejection. */
export function stateOf(status: string, asked: Asked): ConfirmationState {
  if (status === 'ERROR' && asked === 'validate') return 'rejected'
  return states.get(status) ?? 'error'
}

type Answered = Omit<PaymentView, 'status' | 'updatedAt'> & { status: string }

function sentence(state: ConfirmationState, status: string, said: string): string {
  if (state === 'rejected') return said || messages.rejected
  if (state === 'approved') return said || messages.approved
  if (state === 'validating') return said || messages.pending
  return status === 'ERROR' ? messages.problem : messages.unknown
}

/** View of the server's answer. */
export function confirmationOf(payment: Answered, asked: Asked): Confirmation {
  const state = stateOf(payment.status, asked)
  return {
    state,
    ...(payment.status === 'ABANDONED' ? { title: 'Pago abandonado' } : {}),
    message: sentence(state, payment.status, payment.message),
    reference: payment.reference,
    transactionId: payment.id,
    amount: payment.amount,
    retry: false,
  }
}

export const asking: Confirmation = {
  state: 'validating',
  message: messages.asking,
  reference: null,
  transactionId: null,
  amount: null,
  retry: false,
}

export function failed(message: string, retry = false): Confirmation {
  return { ...asking, state: 'error', message, retry }
}

/** View of a failed call. */
export function confirmationOfError(error: unknown): Confirmation {
  if (hasCode(error, 'payment_not_found')) return failed(messages.noTarget)
  if (hasCode(error, 'forbidden', 'invalid_request')) return failed(messages.problem)
  if (hasCode(error, 'rate_limited')) return failed(error.message)
  return failed(messages.failure, true)
}
