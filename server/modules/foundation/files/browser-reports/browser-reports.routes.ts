import { browserReports } from '#contract/browser-reports.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { showReports } from './show-reports.ts'
import { takeReport } from './take-report.ts'

export const browserReportsRoutes = routesOf(browserReports, (deps) => ({
  report: async ({ body }) => {
    await takeReport(deps, body)
    return { received: true as const }
  },
  show: () => showReports(deps),
}))
