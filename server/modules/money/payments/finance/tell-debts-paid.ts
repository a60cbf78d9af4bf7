import { closePaidDebts, listPaidDebtCases } from '#server/modules/bank/ledger/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { debtPaid } from './finance.messages.ts'

const BATCH = 100

/** Closes cases of debts that are paid, and tells each owner. Returns how many. */
export async function tellDebtsPaid(deps: ActDeps): Promise<number> {
  const tell = (userId: string) =>
    inTransaction(deps.db, async (tx) => {
      const pesos = await closePaidDebts(tx, { userId, now: deps.clock.now() })
      if (pesos > 0) await tellUser(tx, deps, debtPaid, { userId, data: { pesos } })
      return pesos > 0
    })
  const owners = await listPaidDebtCases(deps.db, BATCH)
  return await eachRowOrFail(owners, tell, 'the end of a debt is not told')
}
