import { findBetween } from '#server/domains/search/search.public.ts'
import { startOfBogotaDate } from '#server/platform/clock.ts'
import { type Figures, httpClient, measure } from './load.ts'
import { statementOf } from './search-asked.ts'
import { type SeededTrip, seedTrips } from './seed.ts'
import type { Stage } from './stage.ts'

const TRIPS = 5_000

type Options = { clients: number; seconds: number }

/** Searches over HTTP against a bare request and against the same statements run directly. */
export async function measureSearches(
  stage: Stage,
  options: Options,
): Promise<{ bare: Figures; sql: Figures; search: Figures }> {
  const trips = await seedTrips(stage.deps, TRIPS)
  await stage.pool.query('analyze')
  const client = httpClient(stage.port, options.clients)
  const get = async (path: string) => {
    const answer = await client.send('GET', path)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
    return true
  }
  try {
    const bare = await measure('a bare request', options, () => get('/api/health'))
    const sql = await measure("the search's SQL run bare", options, async (turn) => {
      await runStatements(stage, trips[turn % TRIPS])
      return true
    })
    const search = await measure('searches over HTTP, 5,000 trips', options, (turn) => {
      const trip = trips[turn % TRIPS]
      return get(`/api/trips/search?from=${trip?.from}&to=${trip?.to}&date=${trip?.day}`)
    })
    return { bare, sql, search }
  } finally {
    client.close()
  }
}

/** What one search asks the database: the page of the day and the counts around it. */
async function runStatements(stage: Stage, trip: SeededTrip | undefined): Promise<void> {
  if (!trip) return
  const { from, to, day } = trip
  const asked = { from, to, day: startOfBogotaDate(day), seats: 1 }
  await findBetween(stage.deps.db, statementOf(asked, stage.deps.clock.now()))
}
