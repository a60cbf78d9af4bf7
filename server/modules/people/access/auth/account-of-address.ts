import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import {
  findUserIdByEmailKey,
  listUnprovedIdsByEmailKey,
} from '#server/modules/people/users/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'

/**
 * Returns the account that a recovery by mail opens: the one that proved the address, else of those
 * that claim it the one with most money, then the newest. Otherwise an empty account that a
 * stranger opened could hide the one with money.
 */
export async function accountOfAddress(tx: Tx, emailKey: string): Promise<string | undefined> {
  const proved = await findUserIdByEmailKey(tx, emailKey)
  if (proved) return proved
  let best: { userId: string; pesos: number } | undefined
  for (const userId of await listUnprovedIdsByEmailKey(tx, emailKey)) {
    const { available, held } = await walletTotals(tx, userId)
    const pesos = available + held
    if (!best || pesos > best.pesos) best = { userId, pesos }
  }
  return best?.userId
}
