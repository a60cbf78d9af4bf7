// A day of trips and requests in Colombia, drawn at random, for the simulation.

import {
  buildGraph,
  type Label,
  shortestTree,
  walkBack,
} from '#server/modules/roads/places/road-graph.ts'
import { shippedSafePoints } from '#server/modules/roads/places/safe-points/load-safe-points.ts'
import { shippedNetwork } from '#test/shipped-network.ts'

/** Assumptions about people and cars; none was measured. */
export const ASSUMED = {
  /** People travel between two places as often as `population × population / km ** steepness`. */
  steepness: 1.5,
  /** By road. */
  km: { min: 60, max: 1_100 },
  /** Share of trips that leave in each span of hours; the others leave from 4:00 to 22:00. */
  peaks: [
    { from: 5, to: 8, share: 0.35 },
    { from: 12, to: 15, share: 0.25 },
  ],
  /** Share of trips with two stops between their ends; the others declare none. */
  withStops: 0.6,
  /** Share of trips whose driver also stops in places on the road, up to this many. */
  onTheRoad: 0.75,
  extraStops: 2,
  instant: 0.5,
  /** Share of trips that are sold out between two neighbouring places. */
  soldOut: 0.2,
  /** A driver's price: pesos per km, times a factor in this range. */
  pesosPerKm: 150,
  priceFactor: { min: 0.7, max: 1.15 },
}

export type Trip = {
  /** Places on the road in their order, with minutes after midnight and km from the start. */
  places: readonly string[]
  minutes: readonly number[]
  km: readonly number[]
  declared: ReadonlySet<string>
  instant: boolean
  /** Extra stops that the driver makes; 0: none but the declared. */
  extra: number
  /** Position of the first place of the sold-out stretch; -1: none. */
  soldOut: number
  pesosPerKm: number
}

/** A part of a trip between two of its places. */
export type Part = { trip: Trip; from: number; to: number }
export type Pair = { from: string; to: string }

/** Returns a generator of numbers in [0, 1), the same for one seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

export type Roads = {
  /** Fastest ways from a place to all others. */
  tree(from: string): ReadonlyMap<string, Label>
  /** Draws a pair of places: by their sizes, or every pair alike. */
  drawPair(random: () => number, weighted: boolean): Pair
  population(id: string): number
  /** Whether the place has a vetted SafePoint. */
  hasPoint(id: string): boolean
}

/** Reads the shipped places, roads and SafePoints. */
export function readRoads(): Roads {
  const network = shippedNetwork()
  const graph = buildGraph(network)
  const pointed = new Set(shippedSafePoints().map(({ place }) => place))
  const trees = new Map<string, ReadonlyMap<string, Label>>()
  const tree = (from: string) => {
    const known = trees.get(from) ?? shortestTree(graph, from)
    trees.set(from, known)
    return known
  }
  const pairs: (Pair & { upTo: number })[] = []
  let total = 0
  const population = (id: string) => graph.places.get(id)?.population ?? 0
  for (const { id: from } of network.places) {
    for (const [to, { hectometres }] of tree(from)) {
      const km = hectometres / 10
      if (km < ASSUMED.km.min || km > ASSUMED.km.max) continue
      total += (population(from) * population(to)) / km ** ASSUMED.steepness
      pairs.push({ from, to, upTo: total })
    }
  }
  const drawPair = (random: () => number, weighted: boolean): Pair => {
    const at = random()
    if (!weighted) return pairs[Math.floor(at * pairs.length)] as Pair
    let [low, high] = [0, pairs.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[middle]?.upTo ?? 0) < at * total) low = middle + 1
      else high = middle
    }
    return pairs[low] as Pair
  }
  return { tree, drawPair, population, hasPoint: (id) => pointed.has(id) }
}

function drawMinute(random: () => number): number {
  let at = random()
  for (const { from, to, share } of ASSUMED.peaks) {
    if (at < share) return Math.floor((from + (at / share) * (to - from)) * 60)
    at -= share
  }
  return Math.floor((4 + random() * 18) * 60)
}

/** Draws a trip that leaves on the day with this number, 0 or later. */
function drawTrip(roads: Roads, random: () => number, day: number): Trip {
  const { from, to } = roads.drawPair(random, true)
  const tree = roads.tree(from)
  const places = [from, ...walkBack(tree, to).map((road) => road.to)]
  const leaves = day * 1_440 + drawMinute(random)
  const labels = places.map((id) => tree.get(id))
  const between = places.slice(1, -1).filter((id) => random() < 0.5 || roads.hasPoint(id))
  const stops = between.toSorted((a, b) => roads.population(b) - roads.population(a)).slice(0, 2)
  const { min, max } = ASSUMED.priceFactor
  return {
    places,
    minutes: labels.map((label) => leaves + (label?.minutes ?? 0)),
    km: labels.map((label) => (label?.hectometres ?? 0) / 10),
    declared: new Set([from, to, ...(random() < ASSUMED.withStops ? stops : [])]),
    instant: random() < ASSUMED.instant,
    extra: random() < ASSUMED.onTheRoad ? ASSUMED.extraStops : 0,
    soldOut: random() < ASSUMED.soldOut ? Math.floor(random() * (places.length - 1)) : -1,
    pesosPerKm: ASSUMED.pesosPerKm * (min + random() * (max - min)),
  }
}

/** Trips by the places that they pass. */
export type World = ReadonlyMap<string, readonly { trip: Trip; seq: number }[]>

/** Draws the trips of this day and the next, on which a journey with a change may end. */
export function drawWorld(roads: Roads, random: () => number, tripsADay: number): World {
  const world = new Map<string, { trip: Trip; seq: number }[]>()
  for (let no = 0; no < 2 * tripsADay; no += 1) {
    const trip = drawTrip(roads, random, no % 2)
    trip.places.forEach((id, seq) => {
      const there = world.get(id)
      if (there) there.push({ trip, seq })
      else world.set(id, [{ trip, seq }])
    })
  }
  return world
}
