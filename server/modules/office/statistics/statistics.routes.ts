import type { FastifyInstance } from 'fastify'
import { statistics } from '#contract/statistics.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { showDashboard } from './show-dashboard.ts'

export function statisticsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, statistics, {
    showDashboard: ({ actor, query }) => showDashboard(deps, actor, query),
  })
}
