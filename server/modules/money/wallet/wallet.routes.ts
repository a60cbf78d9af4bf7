import { wallet } from '#contract/wallet.ts'
import { findDebt, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { disputedFares } from '#server/modules/money/withdrawals/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { listTransactions } from './list-transactions.ts'
import { showEarnings } from './show-earnings.ts'
import { presentLine } from './wallet-line.ts'

export const walletRoutes = routesOf(wallet, (deps) => ({
  balance: async ({ actor }) => {
    const { id, available, ...parts } = await readBalance(deps, actor)
    return { balance: available, ...parts, wallet_id: id }
  },
  transactions: async ({ actor, query }) => {
    const { lines, ...page } = await listTransactions(deps, actor, query)
    return { transactions: lines.map(presentLine), ...page }
  },
  earnings: ({ actor, query }) => showEarnings(deps, actor, query),
}))

/** Returns the pesos that a person has available, held, owed and disputed, with the wallet's id. */
async function readBalance({ db }: Pick<Deps, 'db'>, { userId }: ActorId) {
  const [{ id, available, held }, debt, disputed] = await Promise.all([
    walletTotals(db, userId),
    findDebt(db, userId),
    disputedFares(db, userId),
  ])
  return { id, available, held, debt, disputed }
}
