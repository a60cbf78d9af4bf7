import type { PaymentView } from '#contract/payments.ts'
import { hasCode } from '#web/lib/api-error.ts'

export type ConfirmationState = 'validating' | 'approved' | 'rejected' | 'error'

/**
 * What the person is told of a payment. In the state `validating`, `unseen`: the gateway knows no
 * payment; `unanswered`: it was not reached; `bank`: it knows one that the bank confirms. In the
 * state `rejected`, `left`: nobody finished the checkout in time.
 */
export type Stage =
  | 'asking'
  | 'unseen'
  | 'unanswered'
  | 'bank'
  | 'approved'
  | 'rejected'
  | 'left'
  | 'error'

export type Confirmation = {
  state: ConfirmationState
  stage: Stage
  message: string
  /** Why the payment was not approved; null when nothing more is known. */
  reason: string | null
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

function stageIn(state: ConfirmationState, payment: Answered): Stage {
  if (payment.status === 'ABANDONED') return 'left'
  if (state !== 'validating') return state
  if (payment.transactionSeen) return 'bank'
  return payment.gatewayAnswered ? 'unseen' : 'unanswered'
}

/** Common reasons for a refusal by means of payment: the gateway does not tell those of a bank. */
const refusals: [method: RegExp, reason: string][] = [
  [
    /^CARD/,
    'El banco de tu tarjeta no autorizó el cobro. Suele ser por cupo o fondos, por un dato mal ' +
      'escrito o porque la tarjeta no está activa para comprar por internet.',
  ],
  [
    /^NEQUI/,
    'Nequi no aprobó el cobro. Suele ser por saldo, o porque el aviso de la app no se aceptó a ' +
      'tiempo.',
  ],
  [
    /^PSE/,
    'Tu banco no aprobó el débito por PSE. Suele ser por fondos, por el tope diario o porque la ' +
      'página del banco se cerró antes de terminar.',
  ],
  [
    /^BANCOLOMBIA/,
    'Bancolombia no aprobó el pago. Suele ser por fondos, por el tope diario o porque no se ' +
      'terminó en su página.',
  ],
]

function reasonOf({ status, method }: Answered): string | null {
  if (status === 'ERROR') return 'La pasarela tuvo un problema y no terminó el cobro.'
  if (status !== 'DECLINED') return null
  const known = refusals.find(([pattern]) => pattern.test(method ?? ''))
  return known?.[1] ?? 'Tu medio de pago no aprobó el cobro.'
}

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
    stage: stageIn(state, payment),
    message: sentence(state, payment.status, payment.message),
    reason: reasonOf(payment),
    reference: payment.reference,
    transactionId: payment.id,
    amount: payment.amount,
    retry: false,
  }
}

export const asking: Confirmation = {
  state: 'validating',
  stage: 'asking',
  message: messages.asking,
  reason: null,
  reference: null,
  transactionId: null,
  amount: null,
  retry: false,
}

export function failed(message: string, retry = false): Confirmation {
  return { ...asking, state: 'error', stage: 'error', message, retry }
}

/** Converts the error of a failed call for the screen. */
export function confirmationOfError(error: unknown): Confirmation {
  if (hasCode(error, 'payment_not_found')) return failed(messages.noTarget)
  if (hasCode(error, 'forbidden', 'invalid_request')) return failed(messages.problem)
  if (hasCode(error, 'rate_limited')) return failed(error.message)
  return failed(messages.failure, true)
}
