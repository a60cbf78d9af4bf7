import { availableParallelism } from 'node:os'
import { chainBatches } from '#server/domains/ledger/ledger.public.ts'
import { recurringJobs } from '#server/jobs.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import { bookingWork } from './bookings.ts'
import { type Cost, type Point, table } from './growth-fit.ts'
import { copyPeople } from './growth-people.ts'
import { verifiedApart } from './ledger.ts'
import { makeLedger, moveForAMinute } from './ledger-data.ts'
import { httpClient, measure } from './load.ts'
import { sampleSearches } from './search-asked.ts'
import { rawClient } from './search-client.ts'
import { seedOneMillion } from './search-data.ts'
import { openStage, type Stage } from './stage.ts'

const SIZES = {
  trips: [10_000, 100_000, 1_000_000],
  transfers: [10_000, 100_000, 1_000_000, 10_000_000],
  people: [1_000, 10_000, 100_000],
}

/** One client: what is measured is the work, not the queue for it. */
const ONE = { clients: 1, seconds: 4 }

/** Enough to keep every core busy. */
const MANY = { clients: 2 * availableParallelism(), seconds: 6 }

/** Of a recurring job. */
const NOTED_MS = 50

type Say = (line: string) => void

export const growthUnits = Object.keys(SIZES)

/**
 * What each trip, transfer and person costs as they grow: time, bytes on disk, memory. `share` of
 * the largest sizes, from 0.001 to 1; only of the named `units`. Answers a row for each cost, with
 * the power of its growth.
 */
export async function measureGrowth(
  share: number,
  units: readonly string[],
  say: Say,
): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const [unit, measureAt] of Object.entries(series)) {
    if (!units.includes(unit)) continue
    const found = new Map<string, Point[]>()
    const sizes = SIZES[unit as keyof typeof SIZES]
    const largest = (sizes.at(-1) ?? 0) * share
    for (const size of sizes.filter((each) => each <= largest)) {
      const stage = await openStage()
      try {
        for (const [what, value] of Object.entries(await measureAt(stage, size))) {
          found.set(what, [...(found.get(what) ?? []), { size, value }])
        }
      } finally {
        await stage.close()
      }
      say(`${size.toLocaleString('en')} ${unit} measured`)
    }
    for (const [what, points] of found) {
      if (isNoted(what, points)) costs.push({ unit, what, points })
    }
  }
  for (const line of table(costs)) say(line)
  return costs
}

/** Jobs that take next to nothing at any size are left out. */
function isNoted(what: string, points: readonly Point[]): boolean {
  return !what.startsWith('job ') || (points.at(-1)?.value ?? 0) >= NOTED_MS
}

const series = { trips: tripsAt, transfers: transfersAt, people: peopleAt }

type Values = Record<string, number>

async function tripsAt(stage: Stage, trips: number): Promise<Values> {
  await seedOneMillion(stage.deps, stage.pool, trips)
  const disk = await bytesOf(stage, ['trips', 'trip_seats', 'trips_on_sale'])
  const asked = await sampleSearches(stage.pool, 2_000)
  const raw = rawClient(stage.port)
  const search = async (turn: number) => {
    const one = asked[turn % asked.length]
    if (!one) return false
    const query = `from=${one.from}&to=${one.to}&date=${bogotaDate(one.day)}&seats=${one.seats}`
    return (await raw.get(`/api/trips/search?${query}`)) === 200
  }
  await measure('warm-up', { ...ONE, seconds: 2 }, search)
  const searched = await measure('searches', ONE, search)
  const searches = await measure('searches by many', MANY, search)
  raw.close()
  const client = httpClient(stage.port, MANY.clients)
  const book = await bookingWork(stage, client)
  const booked = await measure('bookings', ONE, book)
  const bookings = await measure('bookings by many', MANY, book)
  client.close()
  return {
    'disk, bytes': disk,
    'search, p50 ms': searched.p50Ms,
    'search, p99 ms': searched.p99Ms,
    'searches, per second': searches.perSecond,
    'booking, p50 ms': booked.p50Ms,
    'bookings, per second': bookings.perSecond,
    'server memory, MB': (await stage.memory()).rss / 1e6,
    ...(await jobsMs(stage)),
  }
}

async function transfersAt(stage: Stage, transfers: number): Promise<Values> {
  await makeLedger(stage.pool, transfers)
  await chainBatches(stage.deps, { everything: true })
  const all = await verifiedApart(stage, 'all')
  if (all.report.result !== 'ok') throw new Error(`the ledger is ${all.report.result}`)
  await moveForAMinute(stage)
  const from = performance.now()
  await chainBatches(stage.deps)
  const chainMs = performance.now() - from
  const fresh = await verifiedApart(stage, 'new')
  return {
    'disk, bytes': await bytesOf(stage, ['ledger_transfers', 'ledger_accounts']),
    'full verification, ms': all.ms,
    'full verification, MB': all.megabytes,
    'chaining a minute, ms': chainMs,
    'verification of what is new, ms': fresh.ms,
  }
}

async function peopleAt(stage: Stage, people: number): Promise<Values> {
  await copyPeople(stage, people)
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

/** Each recurring job, once; those that ask the gateway fail here, and end at once. */
async function jobsMs({ deps }: Stage): Promise<Values> {
  const values: Values = {}
  for (const job of recurringJobs) {
    const from = performance.now()
    await job.run(deps).catch(() => {})
    values[`job ${job.name}, ms`] = performance.now() - from
  }
  return values
}
