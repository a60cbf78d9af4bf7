import { tripPauses } from '#contract/trip-pauses.ts'
import { showTrip } from '#server/modules/travel/trips/index.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { switchOwnTrip } from './pause-own-trip.ts'

/** Serves pauses that a driver makes. */
export const tripPausesRoutes = routesOf(tripPauses, (deps) => ({
  pause: async ({ actor, params }) => {
    await switchOwnTrip(deps, actor, { ...params, sold: false })
    return { trip: await showTrip(deps, actor, params) }
  },
  resume: async ({ actor, params }) => {
    await switchOwnTrip(deps, actor, { ...params, sold: true })
    return { trip: await showTrip(deps, actor, params) }
  },
}))
