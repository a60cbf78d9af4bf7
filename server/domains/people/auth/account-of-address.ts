import { walletTotals } from '#server/domains/bank/ledger/ledger.public.ts'
import {
  unprovedIdsByEmailKey,
  userIdByEmailKey,
} from '#server/domains/people/users/users.public.ts'
import type { Tx } from '#server/platform/db/tx.ts'

/**
 * The account that whoever reads the mail of an address gets back: the one that proved it. Before
 * that, of all that claim it, the one with most money, and of those without the newest: otherwise
 * an empty account that a stranger opened could hide the one with money.
 */
export async function accountOfAddress(tx: Tx, emailKey: string): Promise<string | undefined> {
  const proved = await userIdByEmailKey(tx, emailKey)
  if (proved) return proved
  let best: { userId: string; pesos: number } | undefined
  for (const userId of await unprovedIdsByEmailKey(tx, emailKey)) {
    const { available, held } = await walletTotals(tx, userId)
    const pesos = available + held
    if (!best || pesos > best.pesos) best = { userId, pesos }
  }
  return best?.userId
}
