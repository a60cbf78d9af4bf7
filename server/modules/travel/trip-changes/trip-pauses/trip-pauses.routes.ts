import type { FastifyInstance } from 'fastify'
import { tripPauses } from '#contract/trip-pauses.ts'
import { showTrip } from '#server/modules/travel/trips/index.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { pauseOwnTrip, resumeOwnTrip } from './pause-own-trip.ts'

/** Serves pauses that a driver makes. */
export function tripPausesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, tripPauses, {
    pause: async ({ actor, params }) => {
      await pauseOwnTrip(deps, actor, params)
      return { trip: await showTrip(deps, actor, params) }
    },
    resume: async ({ actor, params }) => {
      await resumeOwnTrip(deps, actor, params)
      return { trip: await showTrip(deps, actor, params) }
    },
  })
}
