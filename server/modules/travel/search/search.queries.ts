import { type QueryResult, type RawBuilder, sql } from 'kysely'
import { type Db, type Reader, run } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import {
  type Choice,
  type ChoiceCounts,
  chosen,
  countedChoices,
  inOrder,
  partPrice,
} from './choice.queries.ts'
import {
  boardsBetween,
  type FoundRow,
  foundColumns,
  onSale,
  partColumns,
  type Window,
} from './part-sale.queries.ts'

/** Every row carries the counts as text: the number of trips (see `totals`), then other counts. */
type Counted = { counts: string }

/** A row of a page; all columns but the counts are null when there is no trip. */
type PageRow = Counted & (FoundRow | { [Column in keyof FoundRow]: null })

/** A page of parts, with the number of all parts, and of chosen ones by declared ends. */
export type PageFound = {
  found: FoundRow[]
  total: number
  declared: number
  other: number
  /** Number of trips on each of the requested days. */
  days: number[]
}

/** Counts the parts `d` and the chosen parts `c`. */
const totals = (choice: Choice | null) => sql`(
  select array[${choice ? sql`(select count(*) from d)` : sql`count(*)`},
    count(*) filter (where declared), count(*) filter (where not declared)] from c)`

/** Without any trip there is still one row, which carries the counts. */
function foundIn(rows: PageRow[]): PageFound {
  const counts = JSON.parse(rows[0]?.counts ?? '[]') as number[]
  const [total = 0, declared = 0, other = 0, ...days] = counts
  return { found: rows.filter((row) => row.trip_id !== null), total, declared, other, days }
}

function one<T>({ rows: [row] }: QueryResult<T>): T {
  assert(row, 'a count without a row')
  return row
}

export type Page = { choice: Choice | null; limit: number; offset: number }

/** Builds the chosen parts `c` of the parts `d`, and one page of them in order, `f`. */
const shown = ({ choice, limit, offset }: Page, order: RawBuilder<unknown>) => sql`
  c as ${choice ? sql`materialized` : sql`not materialized`} (${chosen(choice)}),
  f as materialized (
    select * from c order by ${order} limit ${limit} offset ${offset}
  )`

/** The asked places and the time window of boarding. */
export type Ends = Window & { from: string; to: string }

/** Builds the corridors `p` with these places, and the parts `d` of trips between them. */
const partsBetween = (input: Ends) => sql`
  p as materialized (
    select * from corridor_pairs where from_place = ${input.from} and to_place = ${input.to}
  ), d as materialized (
    select ${partColumns}
    from p join trips_on_sale o on o.corridor_id = p.corridor_id
    where ${boardsBetween(input)} and ${onSale(input)}
  )`

export type Between = Ends &
  Page & {
    /** Starts of the days to count; trips that board before `soonest` are not counted. */
    days: Date[]
    soonest: Date
  }

/** The statement of `listBetween`. It is one statement, because most of a search is round trips. */
export function between(input: Between): RawBuilder<PageRow> {
  const { soonest, choice } = input
  const order = sql`c.declared desc, ${inOrder(choice, sql`0`)}`
  return sql<PageRow>`
    with ${partsBetween(input)}, ${shown(input, order)}, counted as materialized (
      select array_to_json(${totals(choice)} || array(
        select (select coalesce(sum(trips), 0)::bigint from p cross join lateral (
          select count(*) as trips from trips_on_sale o
          where o.corridor_id = p.corridor_id
            and o.departs_at >= greatest(day, ${soonest}::timestamptz)
              - make_interval(mins => p.from_minutes)
            and o.departs_at < day + '1 day' - make_interval(mins => p.from_minutes)
            and ${onSale(input)}) as busy)
        from unnest(${input.days}::timestamptz[]) with ordinality as days (day, no) order by no
      ))::text as counts
    )
    select counted.*, ${foundColumns(input.now)}
    from counted
    left join (f as c join trips t on t.id = c.trip_id) on true
    order by ${order}`
}

/** Finds parts of trips between these places, declared ones first, and counts them per day. */
export async function listBetween(db: Db, input: Between): Promise<PageFound> {
  const { rows } = await between(input).execute(db)
  return foundIn(rows)
}

/**
 * Lists the three trips of others between two places that a person may board, has no seat on, and
 * that board nearest to a moment, the nearest first, with the price of a seat.
 */
export function listNearest(db: Reader, { at, ...window }: Ends & { at: Date; viewerId: string }) {
  return run.rows<{ tripId: string; fromSeq: number; toSeq: number; at: Date; pesos: number }>(db)`
    with ${partsBetween(window)}
    select d.trip_id as "tripId", d.from_seq as "fromSeq", d.to_seq as "toSeq", d.boards_at as at,
      ${partPrice} as pesos
    from d join trips t on t.id = d.trip_id join users v on v.id = ${window.viewerId}
    where t.driver_id <> v.id and kept_out(v, t.id, ${window.seats}::integer) is null
      and not exists (select from bookings b where b.trip_id = t.id and b.passenger_id = v.id
        and b.status in ('requested', 'confirmed', 'checked_in'))
    order by greatest(d.boards_at - ${at}::timestamptz, ${at}::timestamptz - d.boards_at), t.id
    limit 3`
}

export type Around = { placeId: string; awayKm: number }

/** The places around two places, including the two. */
export type Circles = Window & { from: Around[]; to: Around[] }

/** Builds the nearest part `d` of every trip, without trips that pass the places themselves. */
const partsAround = ({ from, to, ...window }: Circles) => sql`
  best as (
    select distinct on (o.trip_id) ${partColumns}, p.from_place, p.to_place,
      a.away + b.away as away_km
    from unnest(${from.map((each) => each.placeId)}::text[],
      ${from.map((each) => each.awayKm)}::float8[]) as a (place, away)
    cross join unnest(${to.map((each) => each.placeId)}::text[],
      ${to.map((each) => each.awayKm)}::float8[]) as b (place, away)
    join corridor_pairs p on p.from_place = a.place and p.to_place = b.place
    join trips_on_sale o on o.corridor_id = p.corridor_id
    where ${boardsBetween(window)} and ${onSale(window)}
    order by o.trip_id, a.away + b.away, p.from_seq, p.to_seq
  ), d as materialized (select * from best where away_km > 0)`

/** Finds parts of trips between places around two places, one per trip, in the chosen order. */
export async function listAround(db: Db, input: Circles & Page): Promise<PageFound> {
  const order = inOrder(input.choice, sql`c.away_km`)
  const rows = await run.rows<PageRow>(db)`
    with ${partsAround(input)}, ${shown(input, order)},
      counted as materialized (
        select array_to_json(${totals(input.choice)})::text as counts)
    select counted.*, ${foundColumns(input.now)}, c.from_place, c.to_place, c.away_km
    from counted
    left join (f as c join trips t on t.id = c.trip_id) on true
    order by ${order}`
  return foundIn(rows)
}

/**
 * Finds the Bogotá date nearest to a date with trips between two places, with their number. Between
 * two dates equally near, the earlier one.
 */
export function findNearestDay(db: Db, { from, to, date, ...window }: Ends & { date: string }) {
  return run.row<{ date: string; count: number }>(db)`
    select busy.day::text as date, count(*) as count
    from (
      select ((o.departs_at + make_interval(mins => p.from_minutes))
        at time zone 'America/Bogota')::date as day
      from corridor_pairs p join trips_on_sale o on o.corridor_id = p.corridor_id
      where p.from_place = ${from} and p.to_place = ${to}
        and ${boardsBetween(window)} and ${onSale(window)}
    ) as busy
    group by busy.day
    order by abs(busy.day - ${date}::date), busy.day
    limit 1`
}

/** Finds the pair of places nearest to the asked one, with one other end, and its trips. */
export function findNearestTown(
  db: Db,
  { from, to, towns, ...window }: Ends & { towns: { from: Around[]; to: Around[] } },
) {
  return run.row<{ fromPlace: string; toPlace: string; awayKm: number; count: number }>(db)`
    with towns as (
      select a.place as from_place, ${to}::text as to_place, a.away
      from unnest(${towns.from.map((each) => each.placeId)}::text[],
        ${towns.from.map((each) => each.awayKm)}::float8[]) as a (place, away)
      union all
      select ${from}::text, b.place, b.away
      from unnest(${towns.to.map((each) => each.placeId)}::text[],
        ${towns.to.map((each) => each.awayKm)}::float8[]) as b (place, away)
    )
    select e.from_place as "fromPlace", e.to_place as "toPlace", e.away as "awayKm",
      count(*) as count
    from towns e
    join corridor_pairs p on p.from_place = e.from_place and p.to_place = e.to_place
    join trips_on_sale o on o.corridor_id = p.corridor_id
    where e.from_place <> e.to_place and ${boardsBetween(window)} and ${onSale(window)}
    group by 1, 2, 3
    order by e.away, 1, 2
    limit 1`
}

/** Counts the parts between exactly these places that each choice would leave. */
export async function countBetween(db: Db, input: Ends, choice: Choice): Promise<ChoiceCounts> {
  const parts = partsBetween(input)
  return one(await sql<ChoiceCounts>`with ${parts}, ${countedChoices(choice)}`.execute(db))
}

/** Counts the parts around two places that each choice would leave. */
export async function countAround(db: Db, input: Circles, choice: Choice): Promise<ChoiceCounts> {
  const parts = partsAround(input)
  return one(await sql<ChoiceCounts>`with ${parts}, ${countedChoices(choice)}`.execute(db))
}

/** Finds the place with a road that is nearest to a point, computed on a flat map. */
export function findNearest(db: Db, point: { lat: number; lng: number }) {
  return run.row<{ id: string; name: string; department: string; lat: number; lng: number }>(db)`
    select id, name, department, lat, lng from places p
    where exists (select from roads r where r.from_place = p.id or r.to_place = p.id)
    order by (lat - ${point.lat}) ^ 2 + ((lng - ${point.lng}) * cosd(${point.lat})) ^ 2, id
    limit 1`
}

/** Counts one search that found nothing. */
export async function countMissedSearch(
  db: Db,
  { day, from, to }: { day: string; from: string; to: string },
) {
  await sql`
    insert into search_misses (day, from_place, to_place, searches)
    values (${day}, ${from}, ${to}, 1)
    on conflict (day, from_place, to_place)
      do update set searches = search_misses.searches + 1`.execute(db)
}

/** Deletes counts of days before the same day that many months ago. */
export async function purgeMissedSearches(
  db: Db,
  { today, months }: { today: string; months: number },
) {
  await sql`
    delete from search_misses
    where day < (${today}::date - make_interval(months => ${months}))::date`.execute(db)
}
