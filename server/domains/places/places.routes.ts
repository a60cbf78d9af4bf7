import type { FastifyInstance } from 'fastify'
import { places } from '#contract/places.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { findPlaces, placesByIds } from './find-places.ts'

/** Municipalities by what somebody types, or by their codes. */
export function placesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, places, {
    find: async ({ query }) => {
      const found = query.ids
        ? await placesByIds(deps, query.ids.split(','))
        : await findPlaces(deps, query.q)
      return {
        places: found.map(({ id, name, department, lat, lng }) => {
          return { id, name, department, lat, lng }
        }),
      }
    },
  })
}
