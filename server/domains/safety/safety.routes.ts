import type { FastifyInstance } from 'fastify'
import { tripShares } from '#contract/trip-shares.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { followTrip } from './follow-trip.ts'
import { sendPosition } from './share-position.ts'
import { listShares, revokeShare, shareTrip } from './share-trip.ts'

/** Sharing a trip with somebody who has no account. */
export function tripSharesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, tripShares, {
    shareBooking: ({ actor, params, body }) => shareTrip(deps, actor, { of: params, ...body }),
    ofBooking: ({ actor, params }) => listShares(deps, actor, { of: params }),
    shareTrip: ({ actor, params, body }) => shareTrip(deps, actor, { of: params, ...body }),
    ofTrip: ({ actor, params }) => listShares(deps, actor, { of: params }),
    async revoke({ actor, params }) {
      await revokeShare(deps, actor, params)
      return {}
    },
    sendPosition: ({ actor, params, body }) => {
      return sendPosition(deps, actor, { ...params, ...body })
    },
    follow: async ({ body }) => ({ trip: await followTrip(deps, body) }),
  })
}
