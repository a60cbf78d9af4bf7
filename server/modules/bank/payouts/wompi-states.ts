import type { PaidOut, PayoutBatch } from './payout-port.ts'

// https://docs.wompi.co/docs/colombia/introduccion-pagos-a-terceros/ (9. Estados), and
// github.com/pulgueta/wompi-node at 0b6f845. An unknown state counts as open, and raises an alarm.

const BATCHES: Readonly<Record<string, PayoutBatch['state']>> = {
  PENDING_APPROVAL: 'open',
  PENDING: 'open',
  PARTIAL_PAYMENT: 'open',
  // Every transaction of the batch has ended, paid or refused.
  TOTAL_PAYMENT: 'settled',
  NOT_APPROVED: 'refused',
  REJECTED: 'refused',
  AFE_REJECTED: 'refused',
}

const TRANSACTIONS: Readonly<Record<string, PaidOut['status']>> = {
  PROCESSING: 'pending',
  PENDING: 'pending',
  READY_TO_FILE: 'pending',
  ADDED_TO_FILE: 'pending',
  APPROVED: 'approved',
  FAILED: 'failed',
  REJECTED: 'failed',
  CANCELLED: 'failed',
}

export const batchState = (told: string): PayoutBatch['state'] => BATCHES[told] ?? 'open'
export const transactionStatus = (told: string): PaidOut['status'] =>
  TRANSACTIONS[told] ?? 'pending'

/** Tells whether a person should look: held for review (`AFE_ON_HOLD`), or an unknown state. */
export const needsLook = (told: string): boolean => !(told in BATCHES || told in TRANSACTIONS)

/** Tells whether a state of a transaction is final. */
export const isFinal = (told: string): boolean => transactionStatus(told) !== 'pending'
