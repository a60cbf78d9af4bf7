import { statistics } from '#contract/statistics.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { showDashboard } from './show-dashboard.ts'

export const statisticsRoutes = routesOf(statistics, (deps) => ({
  showDashboard: ({ actor, query }) => showDashboard(deps, actor, query),
}))
