import { COMMISSION_BP } from '#contract/limits.ts'
import { neededChangeMinutes } from '#server/modules/travel/connections/change-minutes.ts'
import { say } from '../scripts/project.ts'
import {
  ASSUMED,
  drawWorld,
  type Pair,
  type Part,
  type Roads,
  readRoads,
  seeded,
  type Trip,
  type World,
} from './harness/world.ts'

/** Assumptions about failing drivers and their passengers; none was measured. */
const FAILING = {
  shares: [0.02, 0.05, 0.1],
  /** Shares of failures by the hours before departure in which the passenger learns of them. */
  news: [
    { share: 0.4, from: 24, to: 48 },
    { share: 0.4, from: 2, to: 24 },
    { share: 0.2, from: 0, to: 2 },
  ],
  /** Another car leaves at most this long before or after the old one, and is reached. */
  earlierMinutes: 180,
  laterMinutes: 360,
  reachMinutes: 30,
  /** What the fund pays at most: of a dearer fare, and for a person who is stranded on the way. */
  cover: { share: 0.3, pesos: 30_000 },
  aidPesos: 40_000,
}
/** A change is at one of the largest towns with a SafePoint, the way over it this much longer. */
const TOWNS = 10
const DETOUR = 1.3
const SLACK_MINUTES = 240
const REQUESTS = 1_200
/** Of many requests, on five times as many days, only few meet a driver who fails. */
const REQUESTS_OF_FAILURES = 6_000
const DAY = 1_440

/** Where a trip sells places that its driver did not declare, without asking the driver. */
type Road = 'none' | 'points' | 'all'

/**
 * Prints how many requests find a trip, and what becomes of passengers whose driver fails, in
 * random days with this number of trips. The figures compare designs: behind them are assumptions
 * (`ASSUMED`, `FAILING`), seats are not used up, and everybody takes the best trip at once.
 */
export function simulate(tripsADay: number): void {
  const roads = readRoads()
  const worlds = Math.max(1, Math.round(4_000 / tripsADay))
  say(`${tripsADay.toLocaleString('en')} trips a day, ${worlds} random days, ±3 points`)
  say(`assumed: ${JSON.stringify(ASSUMED)}`)
  for (const weighted of [true, false]) sayDensity(roads, tripsADay, worlds, weighted)
  say(`assumed: ${JSON.stringify(FAILING)}`)
  for (const road of ['none', 'points', 'all'] as const) {
    for (const share of FAILING.shares)
      sayFailures(roads, { tripsADay, worlds: 5 * worlds, road, share })
  }
}

function sayDensity(roads: Roads, tripsADay: number, worlds: number, weighted: boolean): void {
  const random = seeded(7)
  const count: Record<string, number> = {}
  const note = (name: string, hit: boolean) => {
    count[name] = (count[name] ?? 0) + Number(hit)
  }
  for (let no = 0; no < worlds; no += 1) {
    const world = drawWorld(roads, random, tripsADay)
    for (let asked = 0; asked < REQUESTS / worlds; asked += 1) {
      const pair = roads.drawPair(random, weighted)
      const direct = (road: Road | 'ask') => directOf(roads, world, pair, road).length > 0
      const either = (road: Road | 'ask') => direct(road) || changesOf(roads, world, pair, road)[0]
      note('any, direct', direct('ask'))
      note('any, with a change', Boolean(either('ask')))
      for (const [road, name] of [
        ['none', 'at once, declared stops'],
        ['points', 'at once, road stops at SafePoints'],
        ['all', 'at once, road stops everywhere'],
      ] as const) {
        note(`${name}, direct`, direct(road))
        note(`${name}, with a change`, Boolean(either(road)))
      }
    }
  }
  say(weighted ? 'requests by the size of the places' : 'requests alike for every pair')
  const all = Math.floor(REQUESTS / worlds) * worlds
  for (const [name, hits] of Object.entries(count)) say(`  ${percent(hits / all)}  ${name}`)
}

const percent = (share: number) => `${(100 * share).toFixed(1).padStart(5)} %`

/** Whether a place of a trip is sold at once (`ask`: sold at all). */
function sells(roads: Roads, { trip, from, to }: Part, road: Road | 'ask'): boolean {
  if (trip.soldOut >= from && trip.soldOut < to) return false
  if (road !== 'ask' && !trip.instant) return false
  const extra = [trip.places[from], trip.places[to]].filter((id) => !trip.declared.has(id ?? ''))
  if (extra.length === 0) return true
  if (road === 'none' || extra.length > trip.extra) return false
  return road !== 'points' || extra.every((id) => roads.hasPoint(id ?? ''))
}

const leaves = ({ trip, from }: Part) => trip.minutes[from] ?? 0
const arrives = ({ trip, to }: Part) => trip.minutes[to] ?? 0
const fareOf = ({ trip, from, to }: Part) =>
  ((trip.km[to] ?? 0) - (trip.km[from] ?? 0)) * trip.pesosPerKm

function partsOf(roads: Roads, world: World, pair: Pair, road: Road | 'ask'): Part[] {
  return (world.get(pair.from) ?? []).flatMap(({ trip, seq }) => {
    const part = { trip, from: seq, to: trip.places.indexOf(pair.to) }
    return part.to > seq && sells(roads, part, road) ? [part] : []
  })
}

const neededOf = (part: Part, road: Road | 'ask') =>
  neededChangeMinutes(arrives(part) - leaves(part), {
    roadStops: road === 'points' || road === 'all' ? 'at_once' : 'ask',
    extraMax: part.trip.extra,
  })

/** Trips of the first day between two places, the first to leave first. */
function directOf(roads: Roads, world: World, pair: Pair, road: Road | 'ask'): Part[] {
  return partsOf(roads, world, pair, road)
    .filter((part) => leaves(part) < DAY)
    .sort((a, b) => leaves(a) - leaves(b))
}

/** Best pair of trips per town of change that leaves in the window, the first to arrive first. */
function changesOf(
  roads: Roads,
  world: World,
  pair: Pair,
  road: Road | 'ask',
  window = { from: 0, to: DAY },
): [Part, Part][] {
  const [out, back] = [roads.tree(pair.from), roads.tree(pair.to)]
  const fastest = out.get(pair.to)?.minutes ?? 0
  const towns = [...out].flatMap(([id, { minutes }]) => {
    const rest = back.get(id)?.minutes
    return minutes && rest && roads.hasPoint(id) && minutes + rest <= DETOUR * fastest ? [id] : []
  })
  towns.sort((a, b) => roads.population(b) - roads.population(a))
  const found = towns.slice(0, TOWNS).flatMap((town): [Part, Part][] => {
    const firsts = partsOf(roads, world, { from: pair.from, to: town }, road).filter(
      (part) => leaves(part) >= window.from && leaves(part) < window.to,
    )
    const seconds = partsOf(roads, world, { from: town, to: pair.to }, road).sort(
      (a, b) => arrives(a) - arrives(b),
    )
    for (const second of seconds) {
      const first = firsts.find((part) => {
        const change = leaves(second) - arrives(part)
        const whole = arrives(second) - leaves(part)
        return (
          part.trip !== second.trip &&
          change >= neededOf(part, road) &&
          whole <= DETOUR * fastest + SLACK_MINUTES
        )
      })
      if (first) return [[first, second]]
    }
    return []
  })
  return found.sort(([, a], [, b]) => arrives(a) - arrives(b))
}

type Failures = { tripsADay: number; worlds: number; road: Road; share: number }

function sayFailures(roads: Roads, { tripsADay, worlds, road, share }: Failures): void {
  const random = seeded(11)
  const sum = { booked: 0, fares: 0, hit: 0, direct: 0, changed: 0, cover: 0, pay: 0, aid: 0 }
  for (let no = 0; no < worlds; no += 1) {
    const world = drawWorld(roads, random, tripsADay)
    const failing = new Map<Trip, number>()
    for (const trip of new Set([...world.values()].flat().map((stop) => stop.trip))) {
      if (random() < share) failing.set(trip, (trip.minutes[0] ?? 0) - newsMinutes(random))
    }
    for (let asked = 0; asked < REQUESTS_OF_FAILURES / worlds; asked += 1) {
      const pair = roads.drawPair(random, true)
      const one = directOf(roads, world, pair, road)[0]
      const parts = one ? [one] : changesOf(roads, world, pair, road)[0]
      if (!parts) continue
      sum.booked += 1
      for (const part of parts) sum.fares += fareOf(part)
      const broken = parts.findIndex(({ trip }) => failing.has(trip))
      const failed = parts[broken]
      if (!failed) continue
      sum.hit += 1
      const told = failing.get(failed.trip) ?? 0
      // On the road only the rest of the way is searched; before it, the whole way.
      const isOnTheWay = broken === 1 && told > arrives(parts[0] as Part)
      const rest = isOnTheWay ? [failed] : [...parts]
      const from = isOnTheWay ? (failed.trip.places[failed.from] ?? '') : pair.from
      const offer = rescue(roads, world, { from, to: pair.to }, road, { rest, told, failing })
      if (offer?.length === 1) sum.direct += 1
      if (offer?.length === 2) sum.changed += 1
      const before = rest.reduce((pesos, part) => pesos + fareOf(part), 0)
      const after = offer?.reduce((pesos, part) => pesos + fareOf(part), 0) ?? before
      const { cover } = FAILING
      sum.cover += Math.max(0, Math.min(after - before, cover.share * before, cover.pesos))
      const second = broken === 0 ? parts[1] : undefined
      if (second && leaves(second) - told < DAY) {
        sum.pay += (fareOf(second) / 2) * (1 - COMMISSION_BP / 10_000)
      }
      const travelled = isOnTheWay && !offer ? fareOf(parts[0] as Part) : 0
      sum.aid += Math.min(travelled, FAILING.aidPesos)
    }
  }
  sayLine(road, share, sum)
}

function newsMinutes(random: () => number): number {
  let at = random()
  for (const { share, from, to } of FAILING.news) {
    if (at < share) return 60 * (from + (at / share) * (to - from))
    at -= share
  }
  return 0
}

/** Best other car for who lost one: direct first, else with a change. */
function rescue(
  roads: Roads,
  world: World,
  pair: Pair,
  road: Road,
  { rest, told, failing }: { rest: Part[]; told: number; failing: ReadonlyMap<Trip, number> },
): Part[] | undefined {
  const old = leaves(rest[0] as Part)
  const window = {
    from: Math.max(old - FAILING.earlierMinutes, told + FAILING.reachMinutes),
    to: old + FAILING.laterMinutes,
  }
  const latest = arrives(rest.at(-1) as Part) + FAILING.laterMinutes
  const runs = ({ trip }: Part) => (failing.get(trip) ?? Number.POSITIVE_INFINITY) > told
  const direct = partsOf(roads, world, pair, road).find(
    (part) =>
      leaves(part) >= window.from &&
      leaves(part) <= window.to &&
      arrives(part) <= latest &&
      runs(part),
  )
  if (direct) return [direct]
  return changesOf(roads, world, pair, road, window).find(
    (parts) => arrives(parts[1]) <= latest && parts.every(runs),
  )
}

function sayLine(road: Road, share: number, sum: Record<string, number>): void {
  const { booked = 0, fares = 0, hit = 0, direct = 0, changed = 0 } = sum
  const { cover = 0, pay = 0, aid = 0 } = sum
  const stranded = percent((hit - direct - changed) / hit)
  const each = [cover, pay, aid].map((pesos) => Math.round(pesos / booked)).join(' / ')
  const commission = (fares * COMMISSION_BP) / 10_000
  say(
    `road stops ${road.padEnd(6)} failing ${percent(share)}: ` +
      `hit ${percent(hit / booked)} (n ${hit})` +
      `, another car ${percent(direct / hit)}, with a change ${percent(changed / hit)}, ` +
      `stranded ${stranded}; pesos a booking: cover / second driver / aid ${each} = ` +
      `${percent((cover + pay + aid) / commission)} of the commission`,
  )
}
