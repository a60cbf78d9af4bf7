import { tripPauses } from '#contract/trip-pauses.ts'
import { showTrip } from '#server/modules/travel/trips/index.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { pauseOwnTrip, resumeOwnTrip } from './pause-own-trip.ts'

/** Serves pauses that a driver makes. */
export const tripPausesRoutes = routesOf(tripPauses, (deps) => ({
  pause: async ({ actor, params }) => {
    await pauseOwnTrip(deps, actor, params)
    return { trip: await showTrip(deps, actor, params) }
  },
  resume: async ({ actor, params }) => {
    await resumeOwnTrip(deps, actor, params)
    return { trip: await showTrip(deps, actor, params) }
  },
}))
