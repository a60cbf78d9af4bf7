import type { TransactionStatus } from '#server/modules/bank/gateway/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import type { WompiKeys } from '#server/platform/secrets.ts'

/** `open`: waits for money. `abandoned`: no longer polled, but a late approval still credits it. */
export type PaymentStatus = 'open' | 'approved' | 'reversed' | 'abandoned'

export type GatewayEnvironment = 'test' | 'prod'

/** Environment of the gateway, from the prefix of our key; the environments share no data. */
export function environmentOf(keys: Pick<WompiKeys, 'publicKey'>): GatewayEnvironment {
  return keys.publicKey.startsWith('pub_prod_') ? 'prod' : 'test'
}

/** Converts pesos to the gateway's cents. */
export function centsOf(pesos: number): number {
  return pesos * 100
}

/** Reference of a payment at the gateway: `CUPO-` and the 32 hex digits of its id, never reused. */
export function referenceOf(paymentId: string): string {
  return `CUPO-${paymentId.replaceAll('-', '')}`
}

/**
 * Action for a newly read status. A status only changes from PENDING to a final one, or from
 * APPROVED to VOIDED; a late or repeated status is ignored.
 */
export type Step = 'record' | 'credit' | 'reverse' | 'ignore' | 'contradiction'

export function stepOf(before: TransactionStatus | undefined, after: TransactionStatus): Step {
  if (before === after) return 'ignore'
  if (before === undefined || before === 'PENDING') {
    return after === 'APPROVED' ? 'credit' : 'record'
  }
  if (before === 'APPROVED') return after === 'VOIDED' ? 'reverse' : 'ignore'
  // An approval after a refusal has never been seen, so a person checks it before money moves.
  return after === 'APPROVED' ? 'contradiction' : 'ignore'
}

/** Time after which a checkout without an attempt counts as abandoned. */
export const LEFT_AFTER_MS = 30 * MINUTE_MS

export type ShownStatus = TransactionStatus | 'ABANDONED'

/**
 * Status that the person sees; before a credit it follows the attempts, and a charge that waits for
 * a decision of the team is pending. A checkout without an attempt is shown as abandoned after half
 * an hour, or once another top-up of the person was credited, although the gateway is polled for
 * days.
 */
export function shownStatus(
  payment: {
    status: PaymentStatus
    last_attempt_status: TransactionStatus | null
    created_at: Date
    replaced: boolean
    undecided: boolean | null
  },
  now: Date,
): ShownStatus {
  if (payment.status === 'approved') return 'APPROVED'
  if (payment.status === 'reversed') return 'VOIDED'
  if (payment.undecided) return 'PENDING'
  if (payment.last_attempt_status) return payment.last_attempt_status
  // The gateway or the team returned a charge that did not fit.
  if (payment.undecided === false) return 'VOIDED'
  const isLate = now >= addMs(payment.created_at, LEFT_AFTER_MS)
  return payment.status === 'abandoned' || payment.replaced || isLate ? 'ABANDONED' : 'PENDING'
}

/** Whether the gateway reported a transaction: somebody paid or tried to pay. */
export function isSeen(payment: {
  last_transaction_id: string | null
  undecided: boolean | null
}): boolean {
  return payment.last_transaction_id !== null || payment.undecided !== null
}

const HOUR = 60
const DAY = 24 * HOUR

/** Minutes until the next poll of a payment that can be paid now, by number of polls. */
export const CHECK_MINUTES = [1, 2, 5, 15, 60, 180, 360, 720, 1_440]

/**
 * Minutes after which a payment is polled that was discarded, declined or left, counted from then.
 * After the last poll it is abandoned.
 */
export const QUIET_AGES = [5, HOUR, DAY, 7 * DAY]

/** Time after the approval in which a bank can reverse a card payment: 18 months of 30 days. */
const APPROVED_MONTHS = 18

/** Minutes after its approval at which a payment is polled: 1 h, 1, 3, 7 days, then monthly. */
const APPROVED_AGES = [
  HOUR,
  DAY,
  3 * DAY,
  7 * DAY,
  ...Array.from({ length: APPROVED_MONTHS }, (_, month) => (month + 1) * 30 * DAY),
]

/** Intervals between the polls of an approved payment, in minutes. */
export const APPROVED_CHECK_MINUTES = APPROVED_AGES.map(
  (age, index) => age - (APPROVED_AGES[index - 1] ?? 0),
)

/**
 * Limit of open payments per person: those of the last half an hour that are not discarded, and
 * those of which the gateway knows a transaction without result.
 */
export const OPEN_PAYMENTS_MAX = 10
/** Limit of payments that a person prepares on one day in Bogotá. */
export const DAY_PAYMENTS_MAX = 60

/** Days after which polling of a PENDING payment stops: payments in cash stay PENDING for days. */
export const PENDING_DAYS = 30
