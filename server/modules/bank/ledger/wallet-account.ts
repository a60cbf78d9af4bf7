import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { walletId } from './chart.ts'
import { findTotals, openWallet } from './ledger.queries.ts'

/** Pesos: `available` to spend, `held` in open holds, and `incoming`, held for this wallet. */
export type WalletTotals = { id: string; available: number; held: number; incoming: number }

/** Opens a person's wallet if it is not open. Returns its account id. */
export async function ensureWallet(tx: Tx, userId: string, now: Date): Promise<string> {
  const id = walletId(userId)
  const opened = await openWallet(tx, { ownerId: userId, now })
  assert(opened === id, `wallet ${id} was opened as ${opened}`)
  return id
}

/** Returns the totals of a person's wallet; zeros if it was never opened. */
export async function walletTotals(db: Reader, userId: string): Promise<WalletTotals> {
  const id = walletId(userId)
  const row = await findTotals(db, id)
  return { id, ...(row ?? { available: 0, held: 0, incoming: 0 }) }
}
