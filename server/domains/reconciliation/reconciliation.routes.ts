import type { FastifyInstance } from 'fastify'
import { reconciliation } from '#contract/reconciliation.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { applyCase } from './apply-case.ts'
import { listRuns, reconcileDays } from './reconcile-days.ts'

/** Comparing the gateway with our record, and what a person decides about the differences. */
export function reconciliationRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, reconciliation, {
    runs: async () => ({ runs: await listRuns(deps) }),
    run: async ({ actor, body }) => ({ run: await reconcileDays(deps, actor, body) }),
    apply: async ({ actor, params, body }) => ({
      outcomes: await applyCase(deps, actor, { ...params, ...body }),
    }),
  })
}
