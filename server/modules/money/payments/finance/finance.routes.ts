import { finance } from '#contract/finance.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { listCases } from './list-cases.ts'
import { resolveCase } from './resolve-case.ts'

/** Routes for payment cases that a member of finance must review. */
export const financeRoutes = routesOf(finance, (deps) => ({
  cases: ({ actor, query }) => listCases(deps, actor, query),
  resolveCase: async ({ actor, params, body }) => {
    await resolveCase(deps, actor, { ...params, ...body })
    return { resolved: true as const }
  },
}))
