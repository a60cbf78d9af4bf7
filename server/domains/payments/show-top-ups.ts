import type { Reader } from '#server/platform/db/tx.ts'
import { shownStatus } from './payment.ts'
import { type PaymentRow, referencesByIds, uncreditedPayments } from './payments.queries.ts'

/** A top-up that is not in the ledger, for the owner's history. */
export type UncreditedTopUp = {
  id: string
  at: Date
  reference: string
  pesos: number
  /** `cancelled`: the person never paid. */
  status: 'pending' | 'failed' | 'cancelled'
}

/**
 * The newest top-ups that had not reached the wallet at the moment of a statement's mark, newest
 * first.
 */
export async function uncreditedTopUps(
  reader: Reader,
  input: { userId: string; limit: number; asOf: string },
): Promise<UncreditedTopUp[]> {
  const rows = await uncreditedPayments(reader, input)
  return rows.map((row) => ({
    id: row.id,
    at: row.created_at,
    reference: row.reference,
    pesos: row.amount_pesos,
    status: statusOf(row),
  }))
}

function statusOf(row: PaymentRow): UncreditedTopUp['status'] {
  if (row.status === 'abandoned' && row.last_attempt_status === null) return 'cancelled'
  // Credited after the moment that is shown.
  if (row.status === 'approved' || row.status === 'reversed') return 'pending'
  return shownStatus(row) === 'PENDING' ? 'pending' : 'failed'
}

/** References of payments by id, for naming the ledger's top-up lines. */
export async function topUpReferences(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await referencesByIds(reader, ids)
  return new Map(rows.map((row) => [row.id, row.reference]))
}
