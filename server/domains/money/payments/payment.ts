import type { TransactionStatus } from '#server/domains/bank/gateway/gateway.public.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { WompiKeys } from '#server/platform/secrets.ts'

/** `open` waits for money; a late approval still credits an `abandoned` one. */
export type PaymentStatus = 'open' | 'approved' | 'reversed' | 'abandoned'

export type GatewayEnvironment = 'test' | 'prod'

/** The gateway's environments share no data; the prefix of the keys tells which one is ours. */
export function environmentOf(keys: Pick<WompiKeys, 'publicKey'>): GatewayEnvironment {
  return keys.publicKey.startsWith('pub_prod_') ? 'prod' : 'test'
}

/** Cents of the gateway are pesos × 100. */
export function centsOf(pesos: number): number {
  return pesos * 100
}

/** `CUPO-` and the 32 hex digits of the payment's id: unique at the gateway for ever. */
export function referenceOf(paymentId: string): string {
  return `CUPO-${paymentId.replaceAll('-', '')}`
}

/**
 * What a newly read status means after an earlier one of the same transaction. Statuses only move
 * PENDING → final and APPROVED → VOIDED; a late or repeated one changes nothing.
 */
export type Step = 'record' | 'credit' | 'reverse' | 'ignore' | 'contradiction'

export function stepOf(before: TransactionStatus | undefined, after: TransactionStatus): Step {
  if (before === after) return 'ignore'
  if (before === undefined || before === 'PENDING') {
    return after === 'APPROVED' ? 'credit' : 'record'
  }
  if (before === 'APPROVED') return after === 'VOIDED' ? 'reverse' : 'ignore'
  // Approved after a refusal: never seen so far, so a person checks before money moves.
  return after === 'APPROVED' ? 'contradiction' : 'ignore'
}

/** A checkout without any attempt after this long was left: people finish within minutes. */
export const LEFT_AFTER_MS = 30 * MINUTE_MS

export type ShownStatus = TransactionStatus | 'ABANDONED'

/**
 * The status a person sees, from our record; the attempts count while nothing is credited. A
 * checkout that was left says so after half an hour, though the gateway is still asked for days.
 */
export function shownStatus(
  payment: {
    status: PaymentStatus
    last_attempt_status: TransactionStatus | null
    created_at: Date
  },
  now: Date,
): ShownStatus {
  if (payment.status === 'approved') return 'APPROVED'
  if (payment.status === 'reversed') return 'VOIDED'
  if (payment.last_attempt_status === 'APPROVED') return 'PENDING'
  if (payment.last_attempt_status) return payment.last_attempt_status
  const isLeft = payment.status === 'abandoned' || now >= addMs(payment.created_at, LEFT_AFTER_MS)
  return isLeft ? 'ABANDONED' : 'PENDING'
}

/** Minutes until the next poll of the gateway, by number of polls; the last one repeats. */
export const CHECK_MINUTES = [1, 2, 5, 15, 60, 180, 360, 720, 1_440]

const HOUR = 60
const DAY = 24 * HOUR

/** A bank may take a card payment back so long after it was approved: 18 months of 30 days. */
const APPROVED_MONTHS = 18

/** Minutes after its approval at which a payment is polled: 1 h, 1, 3, 7 days, then monthly. */
const APPROVED_AGES = [
  HOUR,
  DAY,
  3 * DAY,
  7 * DAY,
  ...Array.from({ length: APPROVED_MONTHS }, (_, month) => (month + 1) * 30 * DAY),
]

/** The same as intervals, each from the previous poll. */
export const APPROVED_CHECK_MINUTES = APPROVED_AGES.map(
  (age, index) => age - (APPROVED_AGES[index - 1] ?? 0),
)

/** Limit of open payments per person, of those made within `OPEN_PAYMENTS_HOURS`. */
export const OPEN_PAYMENTS_MAX = 10
export const OPEN_PAYMENTS_HOURS = 24

/** Days without a transaction, or with refused ones only, after which polling stops. */
export const ABANDON_DAYS = 7
/** Cash at a correspondent stays PENDING for days: such a payment is polled longer. */
export const PENDING_DAYS = 30
