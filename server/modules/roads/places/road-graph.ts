import { AppError } from '#server/platform/errors.ts'
import type { Network, Place, Road, TollStation } from './network.ts'

export const STOPS_MAX = 8
/** Duration of the longest offered route, relative to the fastest route through its stops. */
export const SLOWEST = 1.4

export type Edge = {
  roadId: string
  from: string
  to: string
  /** Hundreds of metres, so that sums are exact. */
  hectometres: number
  minutes: number
  tie: number
  stations: readonly TollStation[]
}

export type RoadGraph = {
  places: ReadonlyMap<string, Place>
  edges: ReadonlyMap<string, readonly Edge[]>
}

/** A place on the route, with distance and time from the first place. */
export type RoutePlace = {
  placeId: string
  name: string
  department: string
  lat: number
  lng: number
  km: number
  minutes: number
}

export type RouteLeg = {
  fromSeq: number
  toSeq: number
  km: number
  minutes: number
  roadId: string
  tollStations: { id: string; name: string }[]
}

export type PlannedRoute = {
  places: RoutePlace[]
  /** Positions in `places` of the declared stops, without the places of `via`. */
  declaredSeqs: number[]
  legs: RouteLeg[]
  distanceKm: number
  durationMinutes: number
}

/** Whether a road reaches the place; imported municipalities have none. */
export function hasRoad(graph: RoadGraph, placeId: string): boolean {
  return (graph.edges.get(placeId)?.length ?? 0) > 0
}

/** Builds the graph for the route search. Roads to unknown places are left out. */
export function buildGraph(network: Network): RoadGraph {
  const places = new Map(network.places.map((place) => [place.id, place]))
  const stations = Map.groupBy(network.stations, (station) => station.roadId)
  const edges = new Map<string, Edge[]>(network.places.map((place) => [place.id, []]))
  for (const road of network.roads) {
    if (!places.has(road.from) || !places.has(road.to)) continue
    const tolls = stations.get(road.id) ?? []
    edges.get(road.from)?.push(edgeOf(road, 'forward', tolls))
    edges.get(road.to)?.push(edgeOf(road, 'backward', tolls))
  }
  return { places, edges }
}

function edgeOf(road: Road, way: 'forward' | 'backward', tolls: readonly TollStation[]): Edge {
  const [from, to] = way === 'forward' ? [road.from, road.to] : [road.to, road.from]
  return {
    roadId: road.id,
    from,
    to,
    hectometres: Math.round(road.km * 10),
    minutes: road.minutes,
    tie: tieOf(road.id),
    stations: tolls.filter(({ direction }) => direction === 'both' || direction === way),
  }
}

/** Fixed number per road (FNV-1a) that decides between routes of equal time and length. */
function tieOf(roadId: string): number {
  let hash = 0x811c9dc5
  for (const char of roadId) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/**
 * Finds the fastest route through the stops in their order; it passes places of `via` without a
 * stop. Errors: `route_stops_invalid` (not 2 to 8 stops, a repeated place, or an invalid or long
 * `via`), `place_not_found`, `route_not_found`.
 */
export function routeThrough(
  graph: RoadGraph,
  stopIds: readonly string[],
  via: readonly string[] = [],
): PlannedRoute {
  if (stopIds.length > STOPS_MAX) throw new AppError('route_stops_invalid')
  const between = stopIds.slice(1, -1)
  if (!via.every((id) => between.includes(id))) throw new AppError('route_stops_invalid')
  const passed = new Set(via)
  const route = routeAlong(graph, stopIds)
  const declaredSeqs = route.declaredSeqs.filter((_, i) => !passed.has(stopIds[i] ?? ''))
  if (via.length > 0) {
    const declared = stopIds.filter((id) => !passed.has(id))
    assertNoWayRound(route, routeAlong(graph, declared))
  }
  return { ...route, declaredSeqs }
}

/** A longer route has a higher price ceiling, so a driver must not lengthen it for the price. */
function assertNoWayRound(route: PlannedRoute, fastest: PlannedRoute): void {
  if (route.durationMinutes <= SLOWEST * fastest.durationMinutes) return
  const message = 'Ese camino da una vuelta muy larga. Elige otro camino.'
  throw new AppError('route_stops_invalid', { message })
}

/** Works as `routeThrough` for any number of places, for example a whole corridor. */
export function routeAlong(graph: RoadGraph, stopIds: readonly string[]): PlannedRoute {
  if (stopIds.length < 2) throw new AppError('route_stops_invalid')
  if (new Set(stopIds).size !== stopIds.length) throw new AppError('route_stops_invalid')
  for (const id of stopIds) assertOnRoad(graph, known(graph, id))
  const path: Edge[] = []
  const declaredSeqs = [0]
  for (let i = 1; i < stopIds.length; i += 1) {
    path.push(...shortestPath(graph, stopIds[i - 1] ?? '', stopIds[i] ?? ''))
    declaredSeqs.push(path.length)
  }
  const visited = [stopIds[0] ?? '', ...path.map((edge) => edge.to)].map((id) => known(graph, id))
  assertNoReturn(visited)
  return { ...measure(visited, path), declaredSeqs }
}

function known(graph: RoadGraph, id: string): Place {
  const place = graph.places.get(id)
  if (!place) throw new AppError('place_not_found')
  return place
}

function assertOnRoad(graph: RoadGraph, { id, name }: Place): void {
  if (hasRoad(graph, id)) return
  const message = `Aún no tenemos carreteras hasta ${name}. Elige un municipio cercano.`
  throw new AppError('route_not_found', { message })
}

function assertNoReturn(visited: readonly Place[]): void {
  const seen = new Set<string>()
  for (const place of visited) {
    if (seen.has(place.id)) {
      const message = `La ruta pasaría dos veces por ${place.name}. Revisa el orden de las paradas.`
      throw new AppError('route_stops_invalid', { message })
    }
    seen.add(place.id)
  }
}

function measure(visited: readonly Place[], path: readonly Edge[]) {
  let hectometres = 0
  let minutes = 0
  const places = visited.map((place, seq): RoutePlace => {
    const edge = seq === 0 ? undefined : path[seq - 1]
    hectometres += edge?.hectometres ?? 0
    minutes += edge?.minutes ?? 0
    const { id: placeId, name, department, lat, lng } = place
    return { placeId, name, department, lat, lng, km: hectometres / 10, minutes }
  })
  const legs = path.map((edge, seq): RouteLeg => {
    const tollStations = edge.stations.map(({ id, name }) => ({ id, name }))
    const { roadId } = edge
    const km = edge.hectometres / 10
    return { fromSeq: seq, toSeq: seq + 1, km, minutes: edge.minutes, roadId, tollStations }
  })
  return { places, legs, distanceKm: hectometres / 10, durationMinutes: minutes }
}

export type Label = { minutes: number; hectometres: number; tie: number; via: Edge | undefined }

function shortestPath(graph: RoadGraph, from: string, to: string): Edge[] {
  const settled = shortestTree(graph, from, to)
  if (!settled.has(to)) throw new AppError('route_not_found')
  return walkBack(settled, to)
}

/** Finds the fastest routes to all places or as far as `until`: Dijkstra without a heap. */
export function shortestTree(
  graph: RoadGraph,
  from: string,
  until?: string,
): ReadonlyMap<string, Label> {
  const settled = new Map<string, Label>()
  const start: Label = { minutes: 0, hectometres: 0, tie: 0, via: undefined }
  const frontier = new Map([[from, start]])
  while (frontier.size > 0) {
    const [id, label] = nearest(frontier)
    frontier.delete(id)
    settled.set(id, label)
    if (id === until) break
    for (const edge of graph.edges.get(id) ?? []) {
      if (settled.has(edge.to)) continue
      const candidate = {
        minutes: label.minutes + edge.minutes,
        hectometres: label.hectometres + edge.hectometres,
        tie: label.tie + edge.tie,
        via: edge,
      }
      const current = frontier.get(edge.to)
      if (!current || isBefore(candidate, current)) frontier.set(edge.to, candidate)
    }
  }
  return settled
}

function nearest(frontier: ReadonlyMap<string, Label>): [string, Label] {
  let best: [string, Label] | undefined
  for (const entry of frontier) if (!best || isBefore(entry[1], best[1])) best = entry
  if (!best) throw new AppError('route_not_found')
  return best
}

function isBefore(a: Label, b: Label): boolean {
  if (a.minutes !== b.minutes) return a.minutes < b.minutes
  if (a.hectometres !== b.hectometres) return a.hectometres < b.hectometres
  return a.tie < b.tie
}

/** Returns the roads of a shortest-path tree from its root to a place. */
export function walkBack(settled: ReadonlyMap<string, Label>, to: string): Edge[] {
  const path: Edge[] = []
  for (let via = settled.get(to)?.via; via; via = settled.get(via.from)?.via) path.unshift(via)
  return path
}
