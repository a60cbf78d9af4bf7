// Differences between the gateway and our record. No clock and no database.
import type { GatewayTransaction, TransactionStatus } from '#server/modules/bank/gateway/index.ts'

/** Our record of a transaction and of the payment with its reference. */
export type Recorded = {
  /** Pesos of our payment; null when no payment of ours has the reference. */
  pesos: number | null
  /** Last status that we received for this transaction; null without any. */
  status: TransactionStatus | null
  /** Whether the ledger has its money: credited, or suspended as a second charge. */
  isBooked: boolean
  /** Whether another transaction of the same payment was credited. */
  otherCredited: boolean
}

export type Difference =
  | 'reconcile_unknown'
  | 'reconcile_amount'
  | 'reconcile_duplicate'
  | 'reconcile_missing'
  | 'reconcile_voided'
  | 'reconcile_absent'

/** Finds the difference that a person must decide; null when both sides agree. */
export function differenceOf(
  { status, amountInCents }: Pick<GatewayTransaction, 'status' | 'amountInCents'>,
  recorded: Recorded,
): Difference | null {
  const hasMoney = status === 'APPROVED'
  if (recorded.pesos === null) return hasMoney ? 'reconcile_unknown' : null
  if (hasMoney && amountInCents !== recorded.pesos * 100) return 'reconcile_amount'
  if (hasMoney && recorded.status === 'APPROVED' && recorded.isBooked) return null
  if (hasMoney) return recorded.otherCredited ? 'reconcile_duplicate' : 'reconcile_missing'
  // The gateway took the money back for any reason, but our record still has it.
  return recorded.status === 'APPROVED' ? 'reconcile_voided' : null
}
