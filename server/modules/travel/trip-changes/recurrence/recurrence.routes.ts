import { recurrence } from '#contract/recurrence.ts'
import { repeatTrip } from '#server/modules/travel/trips/index.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { createSeries } from './create-series.ts'
import { pauseSeries, resumeSeries } from './pause-series.ts'
import { listSeries, presentSeries, stopSeries } from './show-series.ts'

/** Serves trips that repeat every week. */
export const recurrenceRoutes = routesOf(recurrence, (deps) => ({
  create: async ({ actor, body, idempotencyKey }) => {
    const series = await createSeries(deps, actor, { ...body, idempotencyKey })
    return { series: await presentSeries(deps, series) }
  },
  mine: async ({ actor }) => {
    return { series: await listSeries(deps, actor) }
  },
  repeat: async ({ actor, params }) => {
    return { repeat: await repeatTrip(deps, actor, params) }
  },
  pause: async ({ actor, params }) => {
    const series = await pauseSeries(deps, actor, params)
    return { series: await presentSeries(deps, series) }
  },
  resume: async ({ actor, params }) => {
    const series = await resumeSeries(deps, actor, params)
    return { series: await presentSeries(deps, series) }
  },
  stop: async ({ actor, params }) => {
    const series = await stopSeries(deps, actor, params)
    return { series: await presentSeries(deps, series) }
  },
}))
