import { createHash } from 'node:crypto'
import type { Tx } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'
import { openNetwork } from './open-network.ts'
import { insertCorridor, insertCorridorPairs } from './places.queries.ts'
import { type RoutingDeps, refineRoute } from './refine-route.ts'
import { type PlannedRoute, routeThrough } from './road-graph.ts'

/**
 * The fastest way through the stops in their order, with every place it passes. The road network
 * decides where it passes; a routing server, where there is one, only refines km and minutes.
 * Asks outside parties: never call it inside a transaction.
 * Errors: `route_stops_invalid`, `place_not_found`, `route_not_found`.
 */
export async function planRoute(
  deps: RoutingDeps,
  stopIds: readonly string[],
): Promise<PlannedRoute> {
  const { graph } = await openNetwork(deps)
  return refineRoute(deps, routeThrough(graph, stopIds))
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
