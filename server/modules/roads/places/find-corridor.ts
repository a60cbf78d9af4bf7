import { createHash } from 'node:crypto'
import type { Tx } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'
import { openNetwork } from './open-network.ts'
import { insertCorridor, insertCorridorPairs } from './places.queries.ts'
import { type RoutingDeps, refineRoute } from './refine-route.ts'
import { type PlannedRoute, type RoadGraph, routeAlong, routeThrough } from './road-graph.ts'
import { type RouteChoice, routeChoices } from './route-choices.ts'

/** The network is read again every minute, and cached choices are dropped with it. */
const CHOICES_KEPT_MAX = 1_000

/**
 * Finds the fastest route through the stops in their order; places also in `via` are passed without
 * a stop. A routing server, if configured, only refines km and minutes. Calls outside parties:
 * never call it inside a transaction. Errors: `route_stops_invalid`, `place_not_found`,
 * `route_not_found`.
 */
export async function planRoute(
  deps: RoutingDeps,
  stopIds: readonly string[],
  via: readonly string[] = [],
): Promise<PlannedRoute> {
  const { graph } = await openNetwork(deps)
  return refineRoute(deps, routeThrough(graph, stopIds, via))
}

/** Plans a corridor's route on today's roads. Calls outside parties. Errors: as `planRoute`. */
export async function replanRoute(
  deps: RoutingDeps,
  corridor: { placeIds: readonly string[]; declaredSeqs: readonly number[] },
): Promise<PlannedRoute> {
  const { graph } = await openNetwork(deps)
  const along = routeAlong(graph, corridor.placeIds)
  const declaredSeqs = corridor.declaredSeqs.map((seq) => along.declaredSeqs[seq] ?? seq)
  return refineRoute(deps, { ...along, declaredSeqs })
}

const kept = new WeakMap<RoadGraph, Map<string, RouteChoice[]>>()

/** Finds the routes to choose from, the fastest first. Calls outside parties; errors as above. */
export async function planChoices(
  deps: RoutingDeps,
  stopIds: readonly string[],
): Promise<RouteChoice[]> {
  const { graph } = await openNetwork(deps)
  const choices = await Promise.all(
    choicesOf(graph, stopIds).map(async (choice) => {
      return { ...choice, route: await refineRoute(deps, choice.route) }
    }),
  )
  return choices.sort((a, b) => a.route.durationMinutes - b.route.durationMinutes)
}

function choicesOf(graph: RoadGraph, stopIds: readonly string[]): RouteChoice[] {
  const known = kept.get(graph) ?? new Map<string, RouteChoice[]>()
  kept.set(graph, known)
  const key = stopIds.join()
  const choices = known.get(key) ?? routeChoices(graph, stopIds)
  if (known.size >= CHOICES_KEPT_MAX) known.clear()
  known.set(key, choices)
  return choices
}

/**
 * Returns the id of the corridor that trips over the same places with the same distances and times
 * share; the first call writes it with its pairs of places, at the time `at`.
 */
export async function ensureCorridor(tx: Tx, route: PlannedRoute, at: Date): Promise<string> {
  const passed = route.places.map(({ placeId, km, minutes }) => `${placeId}:${km}:${minutes}`)
  const hash = createHash('sha256').update(passed.join('>')).digest('hex')
  const id = derivedId('corridor', hash)
  const isNew = await insertCorridor(tx, { id, hash, places: route.places, at })
  if (isNew) await insertCorridorPairs(tx, id)
  return id
}
