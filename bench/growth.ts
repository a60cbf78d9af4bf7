import { availableParallelism } from 'node:os'
import { recurringJobs } from '#server/modules.ts'
import { say } from '../scripts/project.ts'
import { httpClient } from './harness/http.ts'
import { measure } from './harness/load.ts'
import { bookings, seedScene } from './harness/scene.ts'
import { sampleSearches, searchesOverHttp } from './harness/searches.ts'
import { copyPeople, copyTrips, inBulk } from './harness/seed-many.ts'
import { type Stage, withStage } from './harness/stage.ts'
import { makeLedger, measureLedger } from './ledger.ts'

type Values = Record<string, number>
type Point = { size: number; value: number }
/** Cost of `unit`, such as trips, at several sizes. */
type Cost = { unit: string; what: string; points: readonly Point[] }

const SERIES: Record<
  string,
  { sizes: number[]; costsAt(stage: Stage, n: number): Promise<Values> }
> = {
  trips: { sizes: [10_000, 100_000, 1_000_000], costsAt: costsOfTrips },
  transfers: { sizes: [10_000, 100_000, 1_000_000, 10_000_000], costsAt: costsOfTransfers },
  people: { sizes: [1_000, 10_000, 100_000], costsAt: costsOfPeople },
}

/** With one client the time is that of the work, without waiting for other clients. */
const ONE = { clients: 1, seconds: 4 }

/** Enough clients to keep every core busy. */
const MANY = { clients: 2 * availableParallelism(), seconds: 6 }

/** Jobs that take less time than this at every size are left out. */
const JOB_MIN_MS = 50

/**
 * Measures the cost of trips, transfers and people as their number grows: time, bytes on disk,
 * memory. `share` (0.001 to 1) is the part of the largest size; with `unit`, only that unit is
 * measured. docs/scaling.md has the figures of the last measurement.
 */
export async function growth(share: number, unit?: string): Promise<void> {
  const units = Object.keys(SERIES).filter((each) => unit === undefined || each === unit)
  if (units.length === 0) throw new Error(`no unit "${unit}": ${Object.keys(SERIES).join(', ')}`)
  const costs: Cost[] = []
  for (const each of units) costs.push(...(await measureUnit(each, share)))
  for (const cost of costs) say(lineOf(cost))
}

/** Measures each size in a database of its own. */
async function measureUnit(unit: string, share: number): Promise<Cost[]> {
  const { sizes = [], costsAt } = SERIES[unit] ?? {}
  const points = new Map<string, Point[]>()
  const [smallest = 0, largest = 0] = [sizes[0], sizes.at(-1)]
  for (const size of sizes.filter((each) => each <= Math.max(smallest, largest * share))) {
    const values = await withStage(async (stage) => await costsAt?.(stage, size))
    for (const [what, value] of Object.entries(values ?? {})) {
      points.set(what, [...(points.get(what) ?? []), { size, value }])
    }
    say(`${size.toLocaleString('en')} ${unit} measured`)
  }
  return [...points].map(([what, measured]) => ({ unit, what, points: measured })).filter(isShown)
}

function isShown({ what, points }: Cost): boolean {
  return !what.startsWith('job ') || (points.at(-1)?.value ?? 0) >= JOB_MIN_MS
}

async function costsOfTrips(stage: Stage, trips: number): Promise<Values> {
  await copyTrips(stage, trips)
  const disk = await bytesOf(stage, ['trips', 'trip_seats', 'trips_on_sale'])
  const client = httpClient(stage.port, MANY.clients)
  const search = searchesOverHttp(client, await sampleSearches(stage.pool, 2_000))
  await measure('warm-up', { ...ONE, seconds: 2 }, search)
  const searched = await measure('searches', ONE, search)
  const searches = await measure('searches by many', MANY, search)
  const book = bookings(await seedScene(stage), client)
  const booked = await measure('bookings', ONE, book)
  const booking = await measure('bookings by many', MANY, book)
  client.close()
  return {
    'disk, bytes': disk,
    'search, p50 ms': searched.p50Ms,
    'search, p99 ms': searched.p99Ms,
    'searches, per second': searches.perSecond,
    'booking, p50 ms': booked.p50Ms,
    'bookings, per second': booking.perSecond,
    'server memory, MB': (await stage.memory()).rss / 1e6,
    ...(await jobsMs(stage)),
  }
}

async function costsOfTransfers(stage: Stage, transfers: number): Promise<Values> {
  await makeLedger(stage.pool, transfers)
  const { all, chainMs, fresh } = await measureLedger(stage)
  if (all.report.result !== 'ok') throw new Error(`the ledger is ${all.report.result}`)
  return {
    'disk, bytes': await bytesOf(stage, ['ledger_transfers', 'ledger_accounts']),
    'full verification, ms': all.ms,
    'full verification, MB': all.megabytes,
    'chaining a minute, ms': chainMs,
    'verification of what is new, ms': fresh.ms,
  }
}

async function costsOfPeople(stage: Stage, people: number): Promise<Values> {
  await inBulk(stage.pool, (client) => copyPeople(client, stage.deps, people))
  return {
    'disk, bytes': await bytesOf(stage, ['users', 'credentials', 'sessions']),
    'server memory, MB': (await stage.memory()).rss / 1e6,
    ...(await jobsMs(stage)),
  }
}

async function bytesOf({ pool }: Stage, tables: string[]): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    'select sum(pg_total_relation_size(name::regclass)) as bytes from unnest($1::text[]) as name',
    [tables],
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** Runs each recurring job once. Jobs that call the gateway fail here immediately. */
async function jobsMs({ deps }: Stage): Promise<Values> {
  const values: Values = {}
  for (const job of recurringJobs) {
    const from = performance.now()
    await job.run(deps).catch(() => {})
    values[`job ${job.name}, ms`] = performance.now() - from
  }
  return values
}

/** Exponent in value = a × size^exponent by least squares of the logarithms; null for one point. */
function powerOf(points: readonly Point[]): number | null {
  if (points.length < 2) return null
  const logs = points.map(({ size, value }) => [Math.log(size), Math.log(Math.max(value, 1e-9))])
  const mean = (at: 0 | 1) => logs.reduce((sum, log) => sum + (log[at] ?? 0), 0) / logs.length
  const [x, y] = [mean(0), mean(1)]
  const above = logs.reduce((sum, [a = 0, b = 0]) => sum + (a - x) * (b - y), 0)
  return above / logs.reduce((sum, [a = 0]) => sum + (a - x) ** 2, 0)
}

/**
 * Prints the cost at each size, the cost divided by the largest size, and the exponent of its
 * growth.
 */
function lineOf({ unit, what, points }: Cost): string {
  const last = points.at(-1)
  const values = points.map(({ size, value }) => `${size.toLocaleString('en')}: ${short(value)}`)
  return [
    unit.padEnd(10),
    what.padEnd(32),
    values.join('  ').padEnd(64),
    `each ${last ? short(last.value / last.size) : '?'}`.padEnd(16),
    `size^${powerOf(points)?.toFixed(2) ?? '?'}`,
  ].join('')
}

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2)
}
