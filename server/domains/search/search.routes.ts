import type { FastifyInstance } from 'fastify'
import { search } from '#contract/search.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { findTrips } from './find-trips.ts'
import { nearestPlace } from './nearest-place.ts'
import { popularCorridors } from './popular-corridors.ts'

/** Finding trips; reads only. */
export function searchRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, search, {
    trips: ({ actor, query }) => findTrips(deps, actor, query),
    popular: () => popularCorridors(deps),
    near: ({ query }) => nearestPlace(deps, query),
  })
}
