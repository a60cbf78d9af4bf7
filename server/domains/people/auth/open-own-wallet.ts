import { ensureWallet } from '#server/domains/bank/ledger/ledger.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'

/**
 * Returns the ledger account of the person's wallet; opens it if sign-up was interrupted.
 * Idempotent.
 */
export async function openOwnWallet(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId }: ActorId,
): Promise<string> {
  return await inTransaction(deps.db, (tx) => ensureWallet(tx, userId, deps.clock.now()))
}
