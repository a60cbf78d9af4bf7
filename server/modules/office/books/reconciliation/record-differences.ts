import { closeExplained, openCase } from '#server/modules/bank/ledger/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Found } from './reconcile-payouts.ts'

/**
 * Opens a case for each difference, and closes earlier ones of the compared subjects that this
 * comparison no longer finds, with a note. Moves no money. Returns the number of new cases.
 */
export async function recordDifferences(
  tx: Tx,
  { found, subjects, now }: { found: readonly Found[]; subjects: readonly string[]; now: Date },
): Promise<number> {
  await closeExplained(tx, { subjects, differing: found, now })
  let opened = 0
  for (const each of found) if (await openCase(tx, { ...each, now }, { again: true })) opened += 1
  return opened
}
