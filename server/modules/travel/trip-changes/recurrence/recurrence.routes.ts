import { recurrence } from '#contract/recurrence.ts'
import { repeatTrip } from '#server/modules/travel/trips/index.ts'
import { type HttpDeps, routesOf } from '#server/platform/http/serve.ts'
import { createSeries } from './create-series.ts'
import { pauseSeries, resumeSeries, stopSeries } from './pause-series.ts'
import type { Series } from './series.ts'
import { listSeries, presentSeries } from './show-series.ts'

const shown = async (deps: HttpDeps, series: Promise<Series>) => {
  return { series: await presentSeries(deps, await series) }
}

/** Serves trips that repeat every week. */
export const recurrenceRoutes = routesOf(recurrence, (deps) => ({
  create: ({ actor, body, idempotencyKey }) =>
    shown(deps, createSeries(deps, actor, { ...body, idempotencyKey })),
  mine: async ({ actor }) => ({ series: await listSeries(deps, actor) }),
  repeat: async ({ actor, params }) => ({ repeat: await repeatTrip(deps, actor, params) }),
  pause: ({ actor, params }) => shown(deps, pauseSeries(deps, actor, params)),
  resume: ({ actor, params }) => shown(deps, resumeSeries(deps, actor, params)),
  stop: ({ actor, params }) => shown(deps, stopSeries(deps, actor, params)),
}))
