import type { FastifyInstance } from 'fastify'
import { browserReports } from '#contract/browser-reports.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { showReports } from './show-reports.ts'
import { takeReport } from './take-report.ts'

export function browserReportsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, browserReports, {
    report: async ({ body }) => {
      await takeReport(deps, body)
      return { received: true as const }
    },
    show: () => showReports(deps),
  })
}
