import type pg from 'pg'
import type { Asked } from './search-asked.ts'

// Two other ways to find who passes A and then B, over the same trips and doing the same work: the
// page of the day, the counts of the three days before and after, and enough seats on every leg.

/** The way as text, and a row per stop, each with the indexes it is best served by. */
export async function buildPeers(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = '10min'; set maintenance_work_mem = '1GB'")
    for (const statement of BUILD) await client.query(statement)
  } finally {
    client.release(true)
  }
}

const BUILD = [
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
  // Nothing is left to be written to the disk while searching is measured.
  'checkpoint',
]

const SHOWN = `
  t.driver_id, t.price_cumulative, t.instant, t.payment_modes, t.preferences ->> 'pets' as pets,
  t.preferences ->> 'womenOnly' as women_only, s.seats_left`

/** Of `found (trip_id, boards_at, declared)` over the week: the page of the day and the counts. */
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

/** By a pattern over the way as text; the day is that of the departure, which is easier. */
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

const statements = { pattern: BY_PATTERN, stops: BY_STOPS }
export type Peer = keyof typeof statements

/** Answers the search as the peer would; how many trips were found on each date of the week. */
export async function askPeer(
  pool: pg.Pool,
  peer: Peer,
  asked: Asked,
): Promise<Record<string, number>> {
  const { from, to, day, seats } = asked
  const { rows } = await pool.query<{ counts: string }>({
    name: `peer-${peer}`,
    text: statements[peer],
    values: [from, to, day, seats],
  })
  return (JSON.parse(rows[0]?.counts ?? '{}') as Record<string, number> | null) ?? {}
}
