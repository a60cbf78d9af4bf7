import { listSecondCharges } from '#server/modules/bank/ledger/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { isSeen, shownStatus } from './payment.ts'
import { listUncreditedPayments, type PaymentRow } from './payments.queries.ts'

/** A top-up that is not in the ledger, for the owner's history. */
export type UncreditedTopUp = {
  id: string
  at: Date
  reference: string
  pesos: number
  /**
   * `abandoned`: the person left the checkout. `charged_twice`: a second charge of a credited
   * payment, to be refunded. `charge_returned`: the refunded second charge.
   */
  status: 'pending' | 'failed' | 'abandoned' | 'charged_twice' | 'charge_returned'
  /** Whether the gateway reported a transaction. */
  seen: boolean
}

/** Newest charges that had not reached the wallet at `asOf`: top-ups, then second charges. */
export async function uncreditedTopUps(
  reader: Reader,
  input: { userId: string; limit: number; asOf: string; now: Date },
): Promise<UncreditedTopUp[]> {
  const rows = await listUncreditedPayments(reader, input)
  const second = await listSecondCharges(reader, input)
  return [
    ...rows.map((row) => ({
      id: row.id,
      at: row.created_at,
      reference: row.reference,
      pesos: row.amount_pesos,
      status: statusOf(row, input.now),
      seen: isSeen(row),
    })),
    ...second.map(({ returned, ...row }) => ({
      ...row,
      status: returned ? ('charge_returned' as const) : ('charged_twice' as const),
      seen: true,
    })),
  ]
}

function statusOf(row: PaymentRow, now: Date): UncreditedTopUp['status'] {
  // The payment was credited after the snapshot that is shown.
  if (row.status === 'approved' || row.status === 'reversed') return 'pending'
  const shown = shownStatus(row, now)
  if (shown === 'ABANDONED') return 'abandoned'
  return shown === 'PENDING' ? 'pending' : 'failed'
}
