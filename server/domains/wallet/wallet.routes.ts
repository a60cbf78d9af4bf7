import type { FastifyInstance } from 'fastify'
import { wallet } from '#contract/wallet.ts'
import { debtOf, walletTotals } from '#server/domains/ledger/ledger.public.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { listTransactions } from './list-transactions.ts'
import { presentLine } from './wallet.present.ts'

/** The signed-in person's view of their money. */
export function walletRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, wallet, {
    balance: async ({ actor }) => {
      const { userId } = actor
      const totals = walletTotals(deps.db, userId)
      const [{ id, available, held }, debt] = await Promise.all([totals, debtOf(deps.db, userId)])
      return { balance: available, held, debt, wallet_id: id }
    },
    transactions: async ({ actor, query }) => {
      const { lines, ...page } = await listTransactions(deps, actor.userId, query)
      return { transactions: lines.map(presentLine), ...page }
    },
  })
}
