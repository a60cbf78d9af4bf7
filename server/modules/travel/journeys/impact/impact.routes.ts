import { impact } from '#contract/impact.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { fundImpact, ownImpact, totalImpact, tripImpact } from './show-impact.ts'

/** Serves the CO₂ avoided by everybody, by one person and by one trip. */
export const impactRoutes = routesOf(impact, (deps) => ({
  total: () => totalImpact(deps),
  fund: () => fundImpact(deps),
  mine: ({ actor }) => ownImpact(deps, actor),
  ofTrip: async ({ params }) => ({ avoided: await tripImpact(deps, params.tripId) }),
}))
