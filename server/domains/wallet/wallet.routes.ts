import type { FastifyInstance } from 'fastify'
import { wallet } from '#contract/wallet.ts'
import { walletTotals } from '#server/domains/ledger/ledger.public.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { listTransactions } from './list-transactions.ts'
import { presentLine } from './wallet.present.ts'

/** The signed-in person's view of their money. */
export function walletRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, wallet, {
    balance: async ({ actor }) => {
      const { id, available, held } = await walletTotals(deps.db, actor.userId)
      return { balance: available, held, wallet_id: id }
    },
    transactions: async ({ actor, query }) => {
      const { lines, ...page } = await listTransactions(deps, actor.userId, query)
      return { transactions: lines.map(presentLine), ...page }
    },
  })
}
