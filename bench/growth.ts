import { writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { recurringJobs } from '#server/modules.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { say } from '../scripts/project.ts'
import {
  type Cost,
  GROWTH_FILE,
  type Growth,
  type Point,
  powerOf,
  readGrowth,
} from '../scripts/scaling/growth.ts'
import { httpClient } from './harness/http.ts'
import { measure } from './harness/load.ts'
import { bookings, seedScene } from './harness/scene.ts'
import { sampleSearches, searchesOverHttp } from './harness/searches.ts'
import { copyPeople, copyTrips, inBulk } from './harness/seed-many.ts'
import { type Stage, withStage } from './harness/stage.ts'
import { makeLedger, measureLedger } from './ledger.ts'

type Values = Record<string, number>

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
 * measured. Writes docs/growth.json.
 */
export async function growth(share: number, unit?: string): Promise<void> {
  const units = Object.keys(SERIES).filter((each) => unit === undefined || each === unit)
  if (units.length === 0) throw new Error(`no unit "${unit}": ${Object.keys(SERIES).join(', ')}`)
  const costs: Cost[] = []
  for (const each of units) costs.push(...(await measureUnit(each, share)))
  for (const cost of costs) say(lineOf(cost))
  save(units, costs)
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
  return [...points].map(([what, measured]) => ({ unit, what, points: measured })).filter(isSaved)
}

function isSaved({ what, points }: Cost): boolean {
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

/** Replaces the figures of `units` in the file; figures of other units stay. */
function save(units: readonly string[], costs: readonly Cost[]): void {
  const before = readGrowth()
  const day = bogotaDate(new Date())
  const growth: Growth = {
    measured: { ...before.measured, ...Object.fromEntries(units.map((unit) => [unit, day])) },
    machine: { cores: availableParallelism(), gigabytes: Math.round(totalmem() / 2 ** 30) },
    costs: [...before.costs.filter(({ unit }) => !units.includes(unit)), ...costs.map(rounded)],
  }
  writeFileSync(GROWTH_FILE, `${JSON.stringify(growth, null, 2)}\n`)
}

/** Rounds to three digits, because a second run differs in the fourth. */
function rounded(cost: Cost): Cost {
  const points = cost.points.map(({ size, value }) => ({
    size,
    value: Number(value.toPrecision(3)),
  }))
  return { ...cost, points }
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
