import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { cachedFor } from '#server/platform/ttl-cache.ts'
import type { TollStation } from './network.ts'
import { buildPlaceIndex, type PlaceIndex } from './place-index.ts'
import { findNetwork } from './places.queries.ts'
import { buildGraph, type RoadGraph } from './road-graph.ts'

/** Every process sees an operator's change of the network within a minute. */
const KEPT_MS = 60_000

export type OpenNetwork = {
  graph: RoadGraph
  index: PlaceIndex
  stations: ReadonlyMap<string, TollStation>
}

const cached = cachedFor<OpenNetwork>(KEPT_MS, async (db) => {
  const network = await findNetwork(db)
  return {
    graph: buildGraph(network),
    index: buildPlaceIndex(network.places),
    stations: new Map(network.stations.map((station) => [station.id, station])),
  }
})

/** Returns the network of the database, at most a minute old. */
export function openNetwork(deps: ReadDeps): Promise<OpenNetwork> {
  return cached.get(deps)
}

/** Drops the cached network after a change in this process, so the next call reads the database. */
export function forgetNetwork(db: Deps['db']): void {
  cached.forget(db)
}
