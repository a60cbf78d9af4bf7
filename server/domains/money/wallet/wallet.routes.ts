import type { FastifyInstance } from 'fastify'
import { wallet } from '#contract/wallet.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { listTransactions } from './list-transactions.ts'
import { readBalance } from './read-balance.ts'
import { presentLine } from './wallet.present.ts'

export function walletRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, wallet, {
    balance: async ({ actor }) => {
      const { id, available, ...parts } = await readBalance(deps, actor)
      return { balance: available, ...parts, wallet_id: id }
    },
    transactions: async ({ actor, query }) => {
      const { lines, ...page } = await listTransactions(deps, actor, query)
      return { transactions: lines.map(presentLine), ...page }
    },
  })
}
