import { createHash } from 'node:crypto'
import type { Tx } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'
import { openNetwork } from './open-network.ts'
import { insertCorridor, insertCorridorPairs } from './places.queries.ts'
import { type RoutingDeps, refineRoute } from './refine-route.ts'
import { type PlannedRoute, type RoadGraph, routeAlong, routeThrough } from './road-graph.ts'
import { type RouteChoice, routeChoices } from './route-choices.ts'

/** A network is read anew every minute, and its choices with it. */
const CHOICES_KEPT_MAX = 1_000

/**
 * The fastest way through the stops in their order, with every place it passes; those of them in
 * `via` it only passes. The road network decides where it passes; a routing server, where there is
 * one, only refines km and minutes. Asks outside parties: never call it inside a transaction.
 * Errors: `route_stops_invalid`, `place_not_found`, `route_not_found`.
 */
export async function planRoute(
  deps: RoutingDeps,
  stopIds: readonly string[],
  via: readonly string[] = [],
): Promise<PlannedRoute> {
  const { graph } = await openNetwork(deps)
  return refineRoute(deps, routeThrough(graph, stopIds, via))
}

/**
 * The way of a corridor again, as the network has it today: the same places while the roads between
 * them are, whatever made it pass there. Asks outside parties.
 * Errors: as `planRoute`.
 */
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

/**
 * The ways that a driver may choose among, the fastest first. Asks outside parties.
 * Errors: as `planRoute`.
 */
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
 * Id of the corridor shared by all trips over the same places with the same distances and times;
 * written the first time, together with its pairs. `at` is the moment of writing.
 */
export async function ensureCorridor(tx: Tx, route: PlannedRoute, at: Date): Promise<string> {
  const passed = route.places.map(({ placeId, km, minutes }) => `${placeId}:${km}:${minutes}`)
  const hash = createHash('sha256').update(passed.join('>')).digest('hex')
  const id = derivedId('corridor', hash)
  const isNew = await insertCorridor(tx, {
    id,
    hash,
    place_ids: route.places.map((place) => place.placeId),
    kms: route.places.map((place) => place.km),
    minutes: route.places.map((place) => place.minutes),
    created_at: at,
  })
  if (isNew) await insertCorridorPairs(tx, id)
  return id
}
