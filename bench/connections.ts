import {
  greatCircleKm,
  loadSafePoints,
  type Place,
  placesByIds,
} from '#server/modules/roads/places/index.ts'
import { findConnections } from '#server/modules/travel/connections/index.ts'
import { listBetween } from '#server/modules/travel/search/index.ts'
import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { say } from '../scripts/project.ts'
import { type Search, statementOf } from './harness/searches.ts'
import { copyTrips } from './harness/seed-many.ts'
import type { Stage } from './harness/stage.ts'

const REQUESTS = 300
const KM = { min: 60, max: 800 }
/** With fewer direct trips the page asks for trips with a change by itself. */
const FEW_DIRECT = 3

/**
 * Measures the search of trips with one change among this number of trips, one request after the
 * other, beside the search of direct trips for the same places and day: as the page asks (only with
 * few direct trips), and asked always. Half of the requests follow the sizes of the places, for
 * the others all pairs of places are alike.
 */
export async function connections(stage: Stage, trips: number): Promise<void> {
  await copyTrips(stage, trips)
  await loadSafePoints(stage.deps)
  await stage.pool.query('vacuum (analyze) safe_points')
  say(`${trips.toLocaleString('en')} trips, wall time in ms`)
  const pairs = await pairsOf(stage)
  for (const [name, weigh] of [
    ['by size of the places', (pair: Pair) => pair.weight],
    ['every pair alike', () => 1],
  ] as const) {
    await report(stage, name, sample(pairs, weigh))
  }
}

type Pair = { from: Place; to: Place; weight: number }

async function pairsOf({ deps, pool }: Stage): Promise<Pair[]> {
  const { rows } = await pool.query<{ id: string }>('select distinct from_place as id from roads')
  const places = await placesByIds(
    deps,
    rows.map(({ id }) => id),
  )
  return places.flatMap((from) =>
    places.flatMap((to): Pair[] => {
      const km = greatCircleKm(from, to)
      if (km < KM.min || km > KM.max) return []
      return [{ from, to, weight: (from.population * to.population) / km ** 1.5 }]
    }),
  )
}

/** Draws pairs by their weight, the same in every run. */
function sample(pairs: readonly Pair[], weigh: (pair: Pair) => number): Pair[] {
  const total = pairs.reduce((sum, pair) => sum + weigh(pair), 0)
  // Multiples of the golden ratio are spread evenly over the sum of the weights.
  const wanted = Array.from({ length: REQUESTS }, (_, no) => ((no * 0.618_034) % 1) * total).sort(
    (a, b) => a - b,
  )
  const drawn: Pair[] = []
  let sum = 0
  for (const pair of pairs) {
    sum += weigh(pair)
    while (drawn.length < wanted.length && (wanted[drawn.length] ?? 0) < sum) drawn.push(pair)
  }
  return drawn
}

async function report({ deps }: Stage, name: string, asked: readonly Pair[]): Promise<void> {
  const now = deps.clock.now()
  const times = { direct: [] as number[], asPage: [] as number[], always: [] as number[] }
  let [without, reached] = [0, 0]
  for (const [no, { from, to }] of asked.entries()) {
    const day = startOfBogotaDate(bogotaDate(addMs(now, (2 + (no % 60)) * DAY_MS)))
    const search: Search = { from: from.id, to: to.id, day, seats: 1 }
    const [direct, found] = await least(() => listBetween(deps.db, statementOf(search, now)))
    const query = { from: from.id, to: to.id, date: bogotaDate(day) }
    const [change, answer] = await least(() => findConnections(deps, null, query))
    times.direct.push(direct)
    times.always.push(change)
    if (found.total < FEW_DIRECT) times.asPage.push(change)
    if (found.total > 0) continue
    without += 1
    if (answer.connections.length > 0) reached += 1
  }
  say(`${name}: ${asked.length} requests`)
  const base = percentiles(times.direct)
  sayLine('direct trips', base, base)
  sayLine(`with a change, fewer than ${FEW_DIRECT} direct`, percentiles(times.asPage), base)
  sayLine('with a change, always asked', percentiles(times.always), base)
  say(`  no direct trip: ${without}; of these with a change: ${reached}`)
}

/**
 * Times the work in ms, the least of three times. The 99th percentile of 300 requests is three of
 * them: asked once, it was that of a garbage collection. Only the first time reads the cards of
 * drivers, which the search of direct trips reads outside its statement.
 */
async function least<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const times: number[] = []
  for (;;) {
    const start = performance.now()
    const result = await work()
    times.push(performance.now() - start)
    if (times.length === 3) return [Math.min(...times), result]
  }
}

type Percentiles = [p50: number, p95: number, p99: number]

function percentiles(times: number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return [at(0.5), at(0.95), at(0.99)]
}

function sayLine(what: string, own: Percentiles, base: Percentiles): void {
  const [p50, p95, p99] = own.map((ms) => ms.toFixed(1))
  const ratio = (own[2] / base[2]).toFixed(1)
  say(`  ${what.padEnd(36)} p50 ${p50}  p95 ${p95}  p99 ${p99}  (p99 ${ratio} × direct)`)
}
