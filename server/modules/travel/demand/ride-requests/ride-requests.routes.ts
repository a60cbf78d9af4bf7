import { rideRequests } from '#contract/ride-requests.ts'
import { type HttpDeps, routesOf } from '#server/platform/http/serve.ts'
import { declineInvitation, withdrawRideRequest } from './answer-invitation.ts'
import { countRoadSearches } from './count-road-searches.ts'
import { invite, wantedForTrip } from './invite.ts'
import { listPlacesWithoutPoint } from './list-places-without-point.ts'
import { postRideRequest } from './post-ride-request.ts'
import type { RideRequest } from './ride-request.ts'
import { listRideRequests, presentRequest } from './ride-requests.present.ts'
import { showDemand } from './show-demand.ts'
import { showUsualDemand } from './show-usual-demand.ts'

const shown = async (deps: HttpDeps, request: Promise<RideRequest>) => {
  return { request: await presentRequest(deps, await request) }
}

/** Serves ride requests of passengers, and the invitations of drivers. */
export const rideRequestsRoutes = routesOf(rideRequests, (deps) => ({
  create: ({ actor, body, idempotencyKey }) =>
    shown(deps, postRideRequest(deps, actor, { ...body, idempotencyKey })),
  mine: ({ actor }) => listRideRequests(deps, actor),
  withdraw: ({ actor, params }) => shown(deps, withdrawRideRequest(deps, actor, params)),
  decline: ({ actor, params, body }) =>
    shown(deps, declineInvitation(deps, actor, { ...params, ...body })),
  placesWithoutPoint: async () => ({ places: await listPlacesWithoutPoint(deps) }),
  road: ({ query }) => countRoadSearches(deps, query),
  usual: async ({ actor }) => ({ rows: await showUsualDemand(deps, actor) }),
  demand: ({ actor, query }) => showDemand(deps, actor, query),
  forTrip: ({ actor, params }) => wantedForTrip(deps, actor, params),
  invite: async ({ actor, params, body }) => {
    return { wanted: await invite(deps, actor, { ...params, ...body }) }
  },
}))
