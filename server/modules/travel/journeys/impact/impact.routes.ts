import type { FastifyInstance } from 'fastify'
import { impact } from '#contract/impact.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { fundImpact, ownImpact, totalImpact, tripImpact } from './show-impact.ts'

/** Serves the CO₂ avoided by everybody, by one person and by one trip. */
export function impactRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, impact, {
    total: () => totalImpact(deps),
    fund: () => fundImpact(deps),
    mine: ({ actor }) => ownImpact(deps, actor),
    ofTrip: async ({ params }) => ({ avoided: await tripImpact(deps, params.tripId) }),
  })
}
