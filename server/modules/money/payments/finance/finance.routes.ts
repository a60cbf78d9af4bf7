import type { FastifyInstance } from 'fastify'
import { finance } from '#contract/finance.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { listCases } from './list-cases.ts'
import { resolveCase } from './resolve-case.ts'

/** Routes for payment cases that a member of finance must review. */
export function financeRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, finance, {
    cases: ({ actor, query }) => listCases(deps, actor, query),
    resolveCase: async ({ actor, params, body }) => {
      await resolveCase(deps, actor, { ...params, ...body })
      return { resolved: true as const }
    },
  })
}
