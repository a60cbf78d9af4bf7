import { closeCase } from '#server/modules/bank/ledger/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'

/** Closes the case of a payout that the gateway did not know. */
export async function closeUnanswered(
  tx: Tx,
  { id, unansweredAt }: Pick<WithdrawalRow, 'id' | 'unansweredAt'>,
  now: Date,
): Promise<void> {
  if (unansweredAt === null) return
  await closeCase(tx, { kind: 'payout_unanswered', transactionId: id, now })
}
