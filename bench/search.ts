import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { between, listBetween } from '#server/modules/travel/search/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { say } from '../scripts/project.ts'
import { httpClient } from './harness/http.ts'
import { measure, measureAtRate, middleOf, type Work } from './harness/load.ts'
import { print, ratioOf } from './harness/report.ts'
import { type Search, sampleSearches, searchesOverHttp, statementOf } from './harness/searches.ts'
import { copyTrips, inBulk } from './harness/seed-many.ts'
import type { Stage } from './harness/stage.ts'

const SEARCHES = 2_000
const ROUNDS = [1, 2, 3, 4, 5]
/** Enough clients to keep every core busy; more would only queue. */
const CLIENTS = 2 * availableParallelism()
const SECONDS = 4
const AT_RATE = { perSecond: 200, seconds: 6, warmUpSeconds: 1 }

/**
 * Measures searches among this number of trips: the response time at 200 per second, and the
 * throughput compared with the same SQL run directly and with two other designs. The median of five
 * rounds counts.
 */
export async function search(stage: Stage, trips: number): Promise<void> {
  await copyTrips(stage, trips)
  say(`${trips.toLocaleString('en')} trips`)
  await inBulk(stage.pool, async (client) => {
    for (const statement of PEER_TABLES) await client.query(statement)
  })
  const searches = await sampleSearches(stage.pool, SEARCHES)
  await assertSameAnswers(stage, searches)
  const client = httpClient(stage.port, 4 * CLIENTS)
  const http = searchesOverHttp(client, searches)
  const run = (name: string, work: Work, seconds = SECONDS) =>
    measure(name, { clients: CLIENTS, seconds }, work)
  try {
    await run('warm-up', http, 8)
    const pairs = []
    // The measurements alternate, so that a slow minute of the machine slows both.
    for (const _ of ROUNDS) {
      const bare = await run('the same SQL run bare', bareWork(stage, searches))
      pairs.push({ bare, web: await run('searches over HTTP', http) })
    }
    const { bare, web } = middleOf(pairs, (pair) => ratioOf(pair.web, pair.bare))
    const rates = []
    for (const _ of ROUNDS) {
      rates.push(await measureAtRate('searches at 200 a second', AT_RATE, http))
    }
    const rate = middleOf(rates, ({ p99Ms }) => p99Ms)
    const byPattern = await run('path LIKE pattern', peerWork(stage.pool, 'pattern', searches), 8)
    const byStops = await run('self-join of stops', peerWork(stage.pool, 'stops', searches), 8)
    print(bare)
    for (const figures of [web, rate, byPattern, byStops]) print(figures, bare)
    say('expected with 1,000,000 trips on a machine that does nothing else:')
    say(`  p99 at 200/s         ${rate.p99Ms.toFixed(1)} ms (at most 25)`)
    say(`  HTTP / bare SQL      ${ratioOf(web, bare).toFixed(2)} × (at least 0.60)`)
    say(`  ours / path pattern  ${ratioOf(bare, byPattern).toFixed(1)} × (at least 50)`)
    say(`  ours / self-join     ${ratioOf(bare, byStops).toFixed(1)} × (at least 5)`)
  } finally {
    client.close()
  }
}

/** Runs the server's SQL statement for these searches, without the server. */
function bareWork({ pool, deps }: Stage, searches: readonly Search[]): Work {
  const now = deps.clock.now()
  const compiled = searches.map((one) => between(statementOf(one, now)).compile(deps.db))
  return async (turn) => {
    const statement = compiled[turn % compiled.length]
    if (!statement) throw new Error('no statement')
    await pool.query(statement.sql, [...statement.parameters])
    return true
  }
}

function peerWork(pool: pg.Pool, peer: Peer, searches: readonly Search[]): Work {
  return async (turn) => {
    await countByPeer(pool, peer, searches[turn % searches.length] as Search)
    return true
  }
}

/** Throws when the server and a peer find different trips: their speeds could not be compared. */
async function assertSameAnswers(stage: Stage, searches: readonly Search[]): Promise<void> {
  const now = stage.deps.clock.now()
  const later = searches.filter(({ day }) => day > addMs(now, 4 * DAY_MS)).slice(0, 30)
  for (const one of later) {
    const statement = statementOf(one, now)
    const { days } = await listBetween(stage.deps.db, statement)
    const theirs = await countByPeer(stage.pool, 'stops', one)
    const expected = statement.days.map((day) => theirs[bogotaDate(day)] ?? 0)
    if (days.join() !== expected.join()) throw new Error(`${days} is not ${expected}`)
  }
}

// Peers: two other designs for finding trips that pass A and then B. They do the same work as the
// server: the page of the day, the counts of the three days before and after, and enough seats on
// every leg.

/**
 * Tables of the peers: the path of each trip as text, and one row for each stop, each with suitable
 * indexes.
 */
const PEER_TABLES = [
  `create unlogged table bench_paths as
   select t.id as trip_id, t.departs_at,
     '/' || array_to_string(c.place_ids, '//') || '/' as path
   from trips t join corridors c on c.id = t.corridor_id where t.status = 'published'`,
  'create index on bench_paths (departs_at)',
  `create unlogged table bench_stops as
   select t.id as trip_id, (stop.no - 1)::smallint as seq, stop.place_id,
     t.departs_at + make_interval(mins => stop.minutes) as at
   from trips t join corridors c on c.id = t.corridor_id
   cross join unnest(c.place_ids, c.minutes) with ordinality as stop (place_id, minutes, no)
   where t.status = 'published'`,
  'create index on bench_stops (place_id, at) include (trip_id, seq)',
  'create index on bench_stops (trip_id, place_id) include (seq)',
  'vacuum (analyze) bench_paths, bench_stops',
  // Prevents a checkpoint from writing to the disk while searches are measured.
  'checkpoint',
]

const SHOWN = `
  t.driver_id, t.price_cumulative, t.instant, t.payment_modes, t.preferences ->> 'pets' as pets,
  t.preferences ->> 'womenOnly' as women_only, s.seats_left`

/**
 * Selects the page of the day and the counts of the week from `found (trip_id, boards_at,
 * declared)`.
 */
const ANSWER = `
  counted as materialized (
    select json_object_agg(day, trips)::text as counts from (
      select (boards_at at time zone 'America/Bogota')::date as day, count(*) as trips
      from found group by 1) as days
  ), page as materialized (
    select * from found where boards_at >= $3 and boards_at < $3 + interval '1 day'
    order by declared desc, boards_at, trip_id limit 50
  )
  select counted.counts, page.*, ${SHOWN}
  from counted left join (page
    join trips t on t.id = page.trip_id join trip_seats s on s.trip_id = page.trip_id) on true
  order by page.declared desc, page.boards_at, page.trip_id`

const ON_SALE = `
  t.status = 'published' and s.open and $4::smallint <= all (s.seats_left[a.seq + 1 : b.seq])
  and (t.en_route_pickups or (a.seq = any (t.declared_seqs) and b.seq = any (t.declared_seqs)))`

const DECLARED = '(a.seq = any (t.declared_seqs) and b.seq = any (t.declared_seqs)) as declared'

const WEEK = `>= $3::timestamptz - interval '3 days' and`

/**
 * Peer that searches by a pattern over the path. It uses the day of departure, which is less work.
 */
const BY_PATTERN = `
  with found as materialized (
    select w.trip_id, w.departs_at as boards_at, ${DECLARED}
    from bench_paths w
    cross join lateral (select string_to_array(trim(both '/' from w.path), '//') as ids) as way
    cross join lateral (select array_position(way.ids, $1) - 1 as seq) as a
    cross join lateral (select array_position(way.ids, $2) - 1 as seq) as b
    join trips t on t.id = w.trip_id join trip_seats s on s.trip_id = w.trip_id
    where w.departs_at ${WEEK} w.departs_at < $3::timestamptz + interval '4 days'
      and w.path like '%/' || $1 || '/%/' || $2 || '/%' and ${ON_SALE}
  ), ${ANSWER}`

const BY_STOPS = `
  with found as materialized (
    select a.trip_id, a.at as boards_at, ${DECLARED}
    from bench_stops a join bench_stops b on b.trip_id = a.trip_id and b.seq > a.seq
    join trips t on t.id = a.trip_id join trip_seats s on s.trip_id = a.trip_id
    where a.place_id = $1 and b.place_id = $2
      and a.at ${WEEK} a.at < $3::timestamptz + interval '4 days' and ${ON_SALE}
  ), ${ANSWER}`

const PEERS = { pattern: BY_PATTERN, stops: BY_STOPS }
type Peer = keyof typeof PEERS

/** Runs the search as the peer would; returns the number of trips on each day of the week. */
async function countByPeer(
  pool: pg.Pool,
  peer: Peer,
  { from, to, day, seats }: Search,
): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ counts: string }>({
    name: `peer-${peer}`,
    text: PEERS[peer],
    values: [from, to, day, seats],
  })
  return (JSON.parse(rows[0]?.counts ?? '{}') as Record<string, number> | null) ?? {}
}
