import { debtOf, walletTotals } from '#server/domains/ledger/ledger.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'

/** What the person can spend, what is held and what they owe, pesos; `id` of the wallet. */
export async function readBalance(deps: Pick<Deps, 'db'>, { userId }: ActorId) {
  const totals = walletTotals(deps.db, userId)
  const [{ id, available, held }, debt] = await Promise.all([totals, debtOf(deps.db, userId)])
  return { id, available, held, debt }
}
