import { rideRequests } from '#contract/ride-requests.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { declineInvitation, withdrawRideRequest } from './answer-invitation.ts'
import { countRoadSearches } from './count-road-searches.ts'
import { invite, wantedForTrip } from './invite.ts'
import { listPlacesWithoutPoint } from './list-places-without-point.ts'
import { postRideRequest } from './post-ride-request.ts'
import { listRideRequests, presentRequest } from './ride-requests.present.ts'
import { showDemand } from './show-demand.ts'
import { showUsualDemand } from './show-usual-demand.ts'

/** Serves ride requests of passengers, and the invitations of drivers. */
export const rideRequestsRoutes = routesOf(rideRequests, (deps) => ({
  create: async ({ actor, body, idempotencyKey }) => {
    const request = await postRideRequest(deps, actor, { ...body, idempotencyKey })
    return { request: await presentRequest(deps, request) }
  },
  mine: ({ actor }) => listRideRequests(deps, actor),
  withdraw: async ({ actor, params }) => {
    const request = await withdrawRideRequest(deps, actor, params)
    return { request: await presentRequest(deps, request) }
  },
  decline: async ({ actor, params, body }) => {
    const request = await declineInvitation(deps, actor, { ...params, ...body })
    return { request: await presentRequest(deps, request) }
  },
  placesWithoutPoint: async () => ({ places: await listPlacesWithoutPoint(deps) }),
  road: ({ query }) => countRoadSearches(deps, query),
  usual: async ({ actor }) => {
    return { rows: await showUsualDemand(deps, actor) }
  },
  demand: ({ actor, query }) => showDemand(deps, actor, query),
  forTrip: ({ actor, params }) => wantedForTrip(deps, actor, params),
  invite: async ({ actor, params, body }) => {
    return { wanted: await invite(deps, actor, { ...params, ...body }) }
  },
}))
