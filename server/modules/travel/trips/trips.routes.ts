import { trips } from '#contract/trips.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { checkTrip } from './check-trip.ts'
import { publishTrips } from './publish-trip.ts'
import { listOwnTrips, showTrip } from './show-trip.ts'
import { warnDriver } from './warn-driver.ts'

/** Serves publishing and reading of trips. */
export const tripsRoutes = routesOf(trips, (deps) => ({
  publish: ({ actor, body, idempotencyKey }) => {
    return publishTrips(deps, actor, { ...body, idempotencyKey })
  },
  check: async ({ actor, body }) => ({ refusals: await checkTrip(deps, actor, body) }),
  warnings: async ({ actor, body }) => {
    const drive = { ...body, departsAt: new Date(body.departsAt) }
    return { warnings: await warnDriver(deps, actor, drive) }
  },
  show: async ({ actor, params, query }) => {
    return { trip: await showTrip(deps, actor, { ...params, ...query }) }
  },
  mine: async ({ actor }) => ({ trips: await listOwnTrips(deps, actor) }),
}))
