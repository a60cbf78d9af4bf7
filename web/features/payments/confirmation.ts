import type { PaymentView } from '#contract/payments.ts'
import { hasCode } from '#web/lib/api-error.ts'

export type ConfirmationState = 'validating' | 'approved' | 'rejected' | 'error'

export type Confirmation = {
  state: ConfirmationState
  /** Title that replaces the default one of the state. */
  title?: string
  message: string
  reference: string | null
  transactionId: string | null
  /** Amount in whole pesos. */
  amount: number | null
  /** The state is undecided: a retry may help. */
  retry: boolean
}

/** Messages about a payment (spec-coverage §8). */
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

/** The call that fetched the payment: by reference (`redirect`) or transaction id (`validate`). */
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

/** Maps a status to a state (spec-coverage §4). Only direct validation takes ERROR as rejection. */
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

/** Converts the server's answer about a payment for the screen. */
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

/** Converts the error of a failed call for the screen. */
export function confirmationOfError(error: unknown): Confirmation {
  if (hasCode(error, 'payment_not_found')) return failed(messages.noTarget)
  if (hasCode(error, 'forbidden', 'invalid_request')) return failed(messages.problem)
  if (hasCode(error, 'rate_limited')) return failed(error.message)
  return failed(messages.failure, true)
}
