import { AppError } from '#server/platform/errors.ts'
import {
  type Label,
  type PlannedRoute,
  type RoadGraph,
  routeThrough,
  SLOWEST,
  STOPS_MAX,
  shortestTree,
  walkBack,
} from './road-graph.ts'

/** Greatest number of routes offered; more would not help people to choose. */
export const CHOICES_MAX = 3
/** Least part of a route's kilometres that it does not share with another offered route. */
export const OWN_PART = 0.15
/**
 * Minimum duration of an alternative's plateau, as a part of the fastest route's duration: the
 * stretch that is fastest from the stop before and to the stop after. A shorter one is a detour.
 */
const PLATEAU_PART = 0.08
/** A route that takes 10 % more time must have 20 % more kilometres of its own to rank the same. */
const TIME_WEIGHT = 2
/** Places within 25 km of an end, or within 15 % of a short route, do not name a route. */
const SUBURB_KM = 25
const SUBURB_PART = 0.15
/** Road stretches that give a route its name. */
const NAMED_ROADS = new Map([['73124-63130', 'La Línea']])

export type RouteChoice = {
  route: PlannedRoute
  /** Places that the route passes between the stops and that select it: one, or none. */
  via: string[]
  /** Each of these places alone also selects the route. */
  pins: string[]
  /** The stops, with `via` inserted in its place. */
  stops: string[]
  /** Label for people, such as `Por La Mesa`. */
  label: string
}

/** A route through all stops, which is the fastest one over any of its `pins`. */
type Way = {
  minutes: number
  hectometres: number
  places: string[]
  /** Length of each road in hundreds of metres, by road id. */
  roads: Map<string, number>
  pins: string[]
  /** Index at which a pin is inserted among the stops. */
  at: number
}

/**
 * Finds up to three clearly different routes through the stops, the fastest first. Each alternative
 * is the fastest route over one more place, its pin; docs/roads.md has the rule. Errors: those of
 * `routeThrough`.
 */
export function routeChoices(graph: RoadGraph, stopIds: readonly string[]): RouteChoice[] {
  const fastest = wayOf(routeThrough(graph, stopIds))
  const chosen = [fastest]
  const others = stopIds.length < STOPS_MAX ? waysOver(graph, stopIds, fastest) : []
  while (chosen.length < CHOICES_MAX) {
    const best = bestOf(others, chosen, fastest)
    if (!best) break
    chosen.push(best)
  }
  return chosen
    .sort((a, b) => a.minutes - b.minutes || a.hectometres - b.hectometres)
    .map((way) => choiceOf(graph, stopIds, way, chosen))
}

/** Returns the route that differs most from the chosen ones for the least time, if any. */
function bestOf(ways: readonly Way[], chosen: readonly Way[], fastest: Way): Way | undefined {
  const [best] = ways
    .map((way) => ({ way, own: Math.min(...chosen.map((other) => ownPart(way, other))) }))
    .filter(({ own }) => own >= OWN_PART)
    .map(({ way, own }) => ({ way, worth: own - (TIME_WEIGHT * way.minutes) / fastest.minutes }))
    .sort((a, b) => b.worth - a.worth)
  return best?.way
}

function wayOf(route: PlannedRoute): Way {
  const roads = route.legs.map((leg): [string, number] => [leg.roadId, Math.round(leg.km * 10)])
  return {
    minutes: route.durationMinutes,
    hectometres: Math.round(route.distanceKm * 10),
    places: route.places.map((place) => place.placeId),
    roads: new Map(roads),
    pins: [],
    at: 0,
  }
}

/** Lists every loop-free route over one more place that is short enough and has a plateau. */
function waysOver(graph: RoadGraph, stopIds: readonly string[], fastest: Way): Way[] {
  const trees = stopIds.map((id) => shortestTree(graph, id))
  const found: Way[] = []
  for (let leg = 1; leg < stopIds.length; leg += 1) {
    const [out, home] = [trees[leg - 1], trees[leg]]
    const direct = out?.get(stopIds[leg] ?? '')
    if (!out || !home || !direct) continue
    const most = direct.minutes + (SLOWEST - 1) * fastest.minutes
    const byPlaces = new Map<string, Way & { from: number; to: number }>()
    for (const [pin, { minutes }] of out) {
      const rest = home.get(pin)?.minutes ?? Number.POSITIVE_INFINITY
      if (minutes + rest > most || fastest.places.includes(pin)) continue
      const way = wayOver(stopIds, trees, leg, pin)
      if (new Set(way.places).size !== way.places.length) continue
      const key = way.places.join()
      const same = byPlaces.get(key) ?? { ...way, from: minutes, to: minutes }
      same.pins.push(pin)
      same.from = Math.min(same.from, minutes)
      same.to = Math.max(same.to, minutes)
      byPlaces.set(key, same)
    }
    const least = PLATEAU_PART * fastest.minutes
    found.push(...[...byPlaces.values()].filter(({ from, to }) => to - from >= least))
  }
  return found
}

type Trees = readonly ReadonlyMap<string, Label>[]

/** Builds the route over `pin` on this leg. A road has the same length in both directions. */
function wayOver(stopIds: readonly string[], trees: Trees, leg: number, pin: string): Way {
  const way: Way = {
    minutes: 0,
    hectometres: 0,
    places: [stopIds[0] ?? ''],
    roads: new Map(),
    pins: [],
    at: leg,
  }
  const drive = (root: number, to: string, homewards = false) => {
    const tree = trees[root] ?? new Map<string, Label>()
    const edges = walkBack(tree, to)
    for (const edge of homewards ? edges.reverse() : edges) {
      way.minutes += edge.minutes
      way.hectometres += edge.hectometres
      way.places.push(homewards ? edge.from : edge.to)
      way.roads.set(edge.roadId, edge.hectometres)
    }
  }
  for (let i = 1; i < stopIds.length; i += 1) {
    drive(i - 1, i === leg ? pin : (stopIds[i] ?? ''))
    if (i === leg) drive(i, pin, true)
  }
  return way
}

/** Part of the route's length on roads that the other route does not use. */
function ownPart(way: Way, other: Way): number {
  let own = 0
  for (const [road, length] of way.roads) if (!other.roads.has(road)) own += length
  return own / way.hectometres
}

function choiceOf(graph: RoadGraph, stopIds: readonly string[], way: Way, all: readonly Way[]) {
  const weigh = weightOn(graph, way)
  const pins = way.pins.toSorted((a, b) => weigh(b) - weigh(a))
  const via = pins.slice(0, 1)
  const stops = stopIds.toSpliced(way.at, 0, ...via)
  const others = all.filter((other) => other !== way)
  return {
    route: routeThrough(graph, stops, via),
    via,
    pins,
    stops,
    label: labelOf(graph, way, others),
  }
}

/** Scores how well a place identifies a route: population times distance from the nearer end. */
function weightOn(graph: RoadGraph, way: Way): (placeId: string) => number {
  const kms = new Map<string, number>()
  const lengths = [0, ...way.roads.values()]
  let hectometres = 0
  for (const [i, placeId] of way.places.entries()) {
    hectometres += lengths[i] ?? 0
    kms.set(placeId, Math.min(hectometres, way.hectometres - hectometres) / 10)
  }
  const suburb = Math.min(SUBURB_KM, (SUBURB_PART * way.hectometres) / 10)
  return (placeId) => {
    const km = kms.get(placeId) ?? 0
    return km < suburb ? 0 : (graph.places.get(placeId)?.population ?? 0) * km
  }
}

/** Names a route after a road, a place or two places that no other route passes. */
function labelOf(graph: RoadGraph, way: Way, others: readonly Way[]): string {
  for (const [road, name] of NAMED_ROADS) {
    if (way.roads.has(road) && others.every((other) => !other.roads.has(road))) return `Por ${name}`
  }
  const weigh = weightOn(graph, way)
  const names: string[] = []
  let alike = others
  while (alike.length > 0 && names.length < 2) {
    const [best] = way.places
      .filter((id) => weigh(id) > 0)
      .map((id) => ({ id, left: alike.filter((other) => other.places.includes(id)) }))
      .sort((a, b) => a.left.length - b.left.length || weigh(b.id) - weigh(a.id))
    if (!best || best.left.length === alike.length) break
    names.push(graph.places.get(best.id)?.name ?? best.id)
    alike = best.left
  }
  return names.length === 0 ? 'Directo' : `Por ${names.join(' y ')}`
}

const SUGGESTED_MAX = 8
const APART_KM = 12
const APART_PART = 1 / 12
const FROM_ENDS_KM = 10

/** Suggests stops: the largest places on a route, well apart, in order. */
export function suggestStops(graph: RoadGraph, route: PlannedRoute): string[] {
  const apart = Math.max(APART_KM, route.distanceKm * APART_PART)
  const population = (id: string) => graph.places.get(id)?.population ?? 0
  const kept: { placeId: string; km: number }[] = []
  const largestFirst = route.places
    .slice(1, -1)
    .filter(({ km }) => km >= FROM_ENDS_KM && route.distanceKm - km >= FROM_ENDS_KM)
    .sort((a, b) => population(b.placeId) - population(a.placeId))
  for (const place of largestFirst) {
    if (kept.length === SUGGESTED_MAX) break
    if (kept.every((other) => Math.abs(other.km - place.km) >= apart)) kept.push(place)
  }
  return kept.sort((a, b) => a.km - b.km).map(({ placeId }) => placeId)
}

export type Stops = { stops: string[]; via: string[] }

/**
 * Adds a stop where it lengthens the route least; drops `via` if it is then unreachable. Errors:
 * `route_stops_invalid`, `place_not_found`, `route_not_found`.
 */
export function withStop(graph: RoadGraph, { stops, via }: Stops, added: string): Stops {
  if (stops.includes(added)) return { stops, via: via.filter((id) => id !== added) }
  const best = bestPosition(graph, { stops, via }, added)
  if (best) return { stops: best, via }
  const declared = stops.filter((id) => !via.includes(id))
  const without =
    via.length > 0 ? bestPosition(graph, { stops: declared, via: [] }, added) : undefined
  if (without) return { stops: without, via: [] }
  // Planning with the stop in one position throws the error that says why.
  routeThrough(graph, declared.toSpliced(-1, 0, added))
  throw new AppError('route_stops_invalid')
}

function bestPosition(graph: RoadGraph, { stops, via }: Stops, added: string) {
  let best: { stops: string[]; minutes: number } | undefined
  for (let at = 1; at < stops.length; at += 1) {
    const tried = stops.toSpliced(at, 0, added)
    const minutes = minutesThrough(graph, tried, via)
    if (minutes < (best?.minutes ?? Number.POSITIVE_INFINITY)) best = { stops: tried, minutes }
  }
  return best?.stops
}

function minutesThrough(graph: RoadGraph, stops: string[], via: string[]): number {
  try {
    return routeThrough(graph, stops, via).durationMinutes
  } catch (error) {
    if (error instanceof AppError) return Number.POSITIVE_INFINITY
    throw error
  }
}
