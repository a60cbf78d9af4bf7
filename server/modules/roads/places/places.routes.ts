import type { FastifyInstance } from 'fastify'
import { places } from '#contract/places.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { planChoices, planRoute } from './find-corridor.ts'
import { findPlaces, placesByIds } from './find-places.ts'
import { openNetwork } from './open-network.ts'
import type { RoutingDeps } from './refine-route.ts'
import type { PlannedRoute } from './road-graph.ts'
import { type Stops, suggestStops, withStop } from './route-choices.ts'
import { tollsAlong } from './tolls.ts'

export function placesRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const { tilesUrl: url = null, tilesAttribution: attribution } = deps.config
  serve(app, deps, places, {
    find: async ({ query }) => {
      const { places, both, note } = query.ids
        ? { places: await placesByIds(deps, query.ids.split(',')), both: null, note: null }
        : await findPlaces(deps, query.q)
      return { places: [...places], both: both && { from: both[0], to: both[1] }, note }
    },
    way: async ({ query }) => {
      const asked = { stops: listOf(query.stops), via: listOf(query.via) }
      const { graph } = await openNetwork(deps)
      const wanted = query.add ? withStop(graph, asked, query.add) : asked
      const route = await planRoute(deps, wanted.stops, wanted.via)
      return presentWay(deps, route, wanted, query.date)
    },
    choices: async ({ query: { from, to, stops, date } }) => {
      const choices = await planChoices(deps, [from, ...listOf(stops), to])
      const routes = choices.map(async ({ route, label, pins, ...wanted }) => {
        const way = await presentWay(deps, route, wanted, date)
        return { ...way, label, via: wanted.via, pins }
      })
      return { routes: await Promise.all(routes) }
    },
    tiles: async () => ({ url, attribution }),
  })
}

function listOf(codes: string | undefined): string[] {
  return codes?.split(',') ?? []
}

async function presentWay(
  deps: RoutingDeps,
  route: PlannedRoute,
  { stops, via }: Stops,
  date = bogotaDate(deps.clock.now()),
) {
  const { graph } = await openNetwork(deps)
  const tolls = await tollsAlong(deps, route, date)
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
    stops: stops.map((placeId) => ({ placeId, via: via.includes(placeId) })),
    suggested: suggestStops(graph, route),
  }
}
