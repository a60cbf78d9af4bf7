import { debtOf, walletTotals } from '#server/domains/bank/ledger/ledger.public.ts'
import { disputedFares } from '#server/domains/money/withdrawals/withdrawals.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'

/** Returns the pesos that a person has available, held, owed and disputed, with the wallet's id. */
export async function readBalance({ db }: Pick<Deps, 'db'>, { userId }: ActorId) {
  const [{ id, available, held }, debt, disputed] = await Promise.all([
    walletTotals(db, userId),
    debtOf(db, userId),
    disputedFares(db, userId),
  ])
  return { id, available, held, debt, disputed }
}
