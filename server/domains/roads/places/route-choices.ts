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

/** How many ways are offered: more is not a choice any more. */
export const CHOICES_MAX = 3
/** Least part of the kilometres of a way that it does not share with another one offered. */
export const OWN_PART = 0.15
/**
 * How long a way follows roads that are the fastest both from the stop before and to the stop
 * after, relative to the fastest way. Where that is less it only visits some town and comes back.
 */
const PLATEAU_PART = 0.08
/** A tenth of the time more weighs as much as two tenths of the kilometres that are the same. */
const TIME_WEIGHT = 2
/** Suburbs of the ends name no way: within this distance, or less when the way is short. */
const SUBURB_KM = 25
const SUBURB_PART = 0.15
/** Stretches that people name a way by. */
const NAMED_ROADS = new Map([['73124-63130', 'La Línea']])

export type RouteChoice = {
  route: PlannedRoute
  /** Places that pin this way when it passes them between the stops: one, or none is needed. */
  via: string[]
  /** Each of these alone pins it as well. */
  pins: string[]
  /** The stops with `via` in its place among them. */
  stops: string[]
  /** `Por La Mesa`. */
  label: string
}

/** A way through all stops: the fastest one over `pins`, all of which give the same. */
type Way = {
  minutes: number
  hectometres: number
  places: string[]
  /** Hundreds of metres by road. */
  roads: Map<string, number>
  pins: string[]
  /** Position among the stops that a pin takes. */
  at: number
}

/**
 * Up to three ways through the stops in their order that people would tell apart, the fastest
 * first. The others are the fastest way over one more place, which pins them: they last at most
 * 1.4 times as long, share at most 85 % of their kilometres with each other way, and differ most
 * for the least time. The rule is in docs/roads.md.
 * Errors: those of `routeThrough`.
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

/** The one that differs most from those chosen for the least time; undefined when none does. */
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

/** Every way over one more place that is not too long and more than a visit, loops left out. */
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

/** The way that passes `pin` on this leg. A road is as long in both directions. */
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

/** Part of the way's length on roads that the other does not use. */
function ownPart(way: Way, other: Way): number {
  let own = 0
  for (const [road, length] of way.roads) if (!other.roads.has(road)) own += length
  return own / way.hectometres
}

function choiceOf(
  graph: RoadGraph,
  stopIds: readonly string[],
  way: Way,
  all: readonly Way[],
): RouteChoice {
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

/** How well a place tells a way: people who live there, times how far it is from the ends. */
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

/** Named by what the other ways do not pass: a road, a place, or two places when it takes two. */
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

/** Places on a way where people are likely to get on or off: the largest, well apart, in order. */
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
 * The stops with one more, where it makes the way last the least. Places that only pin the way give
 * in when the new stop cannot be reached past them.
 * Errors: `route_stops_invalid`, `place_not_found`, `route_not_found`.
 */
export function withStop(graph: RoadGraph, { stops, via }: Stops, added: string): Stops {
  if (stops.includes(added)) return { stops, via: via.filter((id) => id !== added) }
  const best = bestPosition(graph, { stops, via }, added)
  if (best) return { stops: best, via }
  const declared = stops.filter((id) => !via.includes(id))
  const without =
    via.length > 0 ? bestPosition(graph, { stops: declared, via: [] }, added) : undefined
  if (without) return { stops: without, via: [] }
  // The refusal of one position says why.
  routeThrough(graph, declared.toSpliced(-1, 0, added))
  throw new AppError('route_stops_invalid')
}

function bestPosition(
  graph: RoadGraph,
  { stops, via }: Stops,
  added: string,
): string[] | undefined {
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
