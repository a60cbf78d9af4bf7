import type { FastifyInstance } from 'fastify'
import { dashboard } from '#contract/dashboard.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { showDashboard } from './show-dashboard.ts'

export function statisticsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, dashboard, { show: ({ actor, query }) => showDashboard(deps, actor, query) })
}
