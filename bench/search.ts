import { availableParallelism } from 'node:os'
import { between, findBetween } from '#server/domains/search/search.public.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { type Figures, measure } from './load.ts'
import { type Asked, sampleSearches, statementOf } from './search-asked.ts'
import { rawClient } from './search-client.ts'
import { seedOneMillion } from './search-data.ts'
import { measureAtRate } from './search-load.ts'
import { askPeer, buildPeers, type Peer } from './search-peers.ts'
import type { Stage } from './stage.ts'

const SEARCHES = 2_000
const ROUNDS = 5
/** Enough to keep every core busy; more would only queue for them. */
const CLIENTS = 2 * availableParallelism()
const SECONDS = 4
const AT_RATE = { perSecond: 200, seconds: 6, warmUpSeconds: 1 }

/**
 * A million trips: the answer time at 200 searches a second, and the throughput against the same
 * statement run bare and against two other ways to do the same. Each the median of five rounds.
 */
export async function benchSearch(
  stage: Stage,
  trips: number,
  say: (line: string) => void,
): Promise<void> {
  const started = performance.now()
  const lap = (what: string) =>
    say(`${what}  (${((performance.now() - started) / 1000).toFixed(0)} s)`)
  await seedOneMillion(stage.deps, stage.pool, trips)
  lap(`${trips.toLocaleString('en')} trips on ${await corridorsOf(stage)} corridors`)
  await buildPeers(stage.pool)
  lap('the same trips as paths and as stops')
  const searches = await sampleSearches(stage.pool, SEARCHES)
  await assertSameWork(stage, searches)
  const { http, bare, pattern, stops, close } = openWays(stage, searches)
  try {
    await measure('warming up', { clients: CLIENTS, seconds: 8 }, http)
    const timed = (name: string, work: typeof http, seconds = SECONDS) =>
      measure(name, { clients: CLIENTS, seconds }, work)
    // Side by side, so that a slow minute of the machine slows both.
    const pairs: { sql: Figures; web: Figures; ratio: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const sql = await timed('the same SQL run bare', bare)
      const web = await timed('HTTP, closed loop', http)
      pairs.push({ sql, web, ratio: web.perSecond / sql.perSecond })
    }
    pairs.sort((a, b) => a.ratio - b.ratio)
    const middle = pairs[Math.floor(ROUNDS / 2)] as (typeof pairs)[number]
    const rate = await rounds(() => measureAtRate('HTTP at 200 a second', AT_RATE, http))
    const byPattern = await timed('path LIKE pattern, bare', pattern, 2 * SECONDS)
    const byStops = await timed('self-join of stops, bare', stops, 2 * SECONDS)
    for (const figures of [rate, middle.sql, middle.web, byPattern, byStops]) say(line(figures))
    say(`p99 at 200/s            ${rate.p99Ms.toFixed(1)} ms   (at most 25)`)
    say(`HTTP / bare SQL         ${middle.ratio.toFixed(2)}      (at least 0.60)`)
    say(`ours / path pattern     ${times(middle.sql, byPattern)}     (at least 50)`)
    say(`ours / self-join        ${times(middle.sql, byStops)}     (at least 5)`)
    lap('done')
  } finally {
    close()
  }
}

const times = (ours: Figures, theirs: Figures) =>
  `${(ours.perSecond / theirs.perSecond).toFixed(1)} ×`

function line({ name, perSecond, p50Ms, p99Ms }: Figures): string {
  const rate = `${perSecond.toFixed(0)}/s`.padStart(8)
  return `${name.padEnd(26)}${rate}  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms`
}

/** The round in the middle by its slowest answers. */
async function rounds(once: () => Promise<Figures>): Promise<Figures> {
  const all: Figures[] = []
  for (let round = 0; round < ROUNDS; round += 1) all.push(await once())
  all.sort((a, b) => a.p99Ms - b.p99Ms)
  return all[Math.floor(ROUNDS / 2)] as Figures
}

async function corridorsOf(stage: Stage): Promise<number> {
  const { rows } = await stage.pool.query<{ n: number }>(
    'select count(distinct corridor_id)::int as n from bench_slots',
  )
  return rows[0]?.n ?? 0
}

/** A comparison is worth something only between equal answers. */
async function assertSameWork(stage: Stage, searches: readonly Asked[]): Promise<void> {
  const now = stage.deps.clock.now()
  const later = searches.filter(({ day }) => day > addMs(now, 4 * DAY_MS)).slice(0, 30)
  for (const asked of later) {
    const statement = statementOf(asked, now)
    const { days } = await findBetween(stage.deps.db, statement)
    const theirs = await askPeer(stage.pool, 'stops', asked)
    const expected = statement.days.map((day) => theirs[bogotaDate(day)] ?? 0)
    if (days.join() !== expected.join()) throw new Error(`${days} is not ${expected}`)
  }
}

/** The same searches asked over HTTP, as the bare statement, and the peers' ways. */
function openWays(stage: Stage, searches: readonly Asked[]) {
  const { pool, deps } = stage
  const at = (turn: number) => searches[turn % searches.length] as Asked
  const client = rawClient(stage.port)
  const now = deps.clock.now()
  const compiled = searches.map((asked) => between(statementOf(asked, now)).compile(deps.db))
  const peer = (name: Peer) => async (turn: number) => {
    await askPeer(pool, name, at(turn))
    return true
  }
  return {
    async http(turn: number) {
      const { from, to, day, seats } = at(turn)
      const query = `from=${from}&to=${to}&date=${bogotaDate(day)}&seats=${seats}`
      const status = await client.get(`/api/trips/search?${query}`)
      if (status !== 200) throw new Error(`${query} answered ${status}`)
      return true
    },
    async bare(turn: number) {
      const statement = compiled[turn % compiled.length]
      if (!statement) throw new Error('no statement')
      await pool.query(statement.sql, [...statement.parameters])
      return true
    },
    pattern: peer('pattern'),
    stops: peer('stops'),
    close: () => client.close(),
  }
}
