import type { FastifyInstance } from 'fastify'
import { places } from '#contract/places.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { planRoute } from './find-corridor.ts'
import { findPlaces, placesByIds } from './find-places.ts'
import type { PlannedRoute } from './road-graph.ts'
import { type TollOnWay, tollsAlong } from './tolls.ts'

/** Municipalities by what somebody types, or by their codes; the way between them. */
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
    way: async ({ query }) => {
      const route = await planRoute(deps, query.stops.split(','))
      const date = query.date ?? bogotaDate(deps.clock.now())
      return presentWay(route, await tollsAlong(deps, route, date))
    },
  })
}

function presentWay(route: PlannedRoute, tolls: TollOnWay[]) {
  const declared = new Set(route.declaredSeqs)
  const { distanceKm, durationMinutes } = route
  return {
    distanceKm,
    durationMinutes,
    corridor: route.places.map(({ department: _department, ...place }, seq) => {
      return { ...place, declared: declared.has(seq) }
    }),
    tolls,
    tollTotal: tolls.reduce((sum, { tariff }) => sum + (tariff?.pesos ?? 0), 0),
    geometry: route.geometry ?? null,
  }
}
