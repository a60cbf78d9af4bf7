import { type RawBuilder, sql } from 'kysely'
import type { SearchFilter } from '#contract/search.ts'
import {
  boardsBetween,
  bothDeclared,
  type FoundRow,
  filtersMet,
  foundColumns,
  onSale,
  partColumns,
  partPrice,
  priceOf,
  type Window,
} from '#server/modules/travel/search/index.ts'
import type { Db } from '#server/platform/db/tx.ts'
import { FIXED, LEAST, PER_EXTRA_STOP } from './change-minutes.ts'

/** A point where people change cars, with the hours at which they may wait there. */
export type ChangePoint = {
  pointId: string
  placeId: string
  /** Position among the points of its place; the first serves when no driver chose one. */
  rank: number
  /** Times of the day as `HH:MM` in Bogotá; `always`: at any hour. */
  opens: string
  closes: string
  always: boolean
}

export type Asked = Window & {
  from: string
  to: string
  /** No part boards later. */
  latest: Date
  /** Longest time in minutes from the departure of the first car to the arrival of the second. */
  longestMinutes: number
  points: readonly ChangePoint[]
  filters: readonly SearchFilter[]
  /** Greatest price in pesos of one seat in one car; null for any. */
  maxPrice: number | null
  /** Only what a list may buy; else all. */
  list?: ListWish | undefined
  limit: number
}

/**
 * What a list wants beyond a search: journeys through one trip, at most at `maxPrice` for both cars
 * together (null: none), without trips on which its person had a seat.
 */
export type ListWish = { through: string; verifiedOnly: boolean }

/** One of the two parts of a connection; the first part comes first. */
export type ConnectionRow = FoundRow & {
  place_id: string
  point_id: string
  /** Minutes that a change after this part needs. */
  needs: number
}

/**
 * True when the viewer may book the trip on sale `o`; a visitor none that is not for everybody. A
 * list also tries cars for an audience that it wants: booking refuses, and its person is told what
 * they must give.
 */
function accepted({ viewerId, seats, list, filters }: Asked): RawBuilder<unknown> {
  const taken = [
    'nothing',
    ...(list && filters.includes('womenOnly') ? ['women_only'] : []),
    ...(list?.verifiedOnly ? ['verified_only'] : []),
  ]
  if (viewerId === null) return sql`o.at_once = 'all'`
  return sql`
    (${!list}::boolean or not exists (select from bookings b
      where b.trip_id = o.trip_id and b.passenger_id = ${viewerId}))
    and o.trip_id not in (select id from trips
      where driver_id = ${viewerId} and status = 'published')
    and (o.at_once = 'all' or exists (select from users v
      where v.id = ${viewerId} 
        and coalesce(kept_out(v, o.trip_id, ${seats}::integer), 'nothing')
          = any (${taken}::text[])))`
}

/** True when part `p` of the trip on sale `o` meets filters and price; without, no trip is read. */
function meets({ filters: all, maxPrice, list }: Asked): RawBuilder<unknown> {
  if (all.length === 0 && maxPrice === null) return sql`true`
  return sql`exists (select from trips t where t.id = o.trip_id
    and ${filtersMet(all)}
    and (${!list?.verifiedOnly}::boolean or trip_prefers(t.preferences, 'verifiedOnly'))
    and ${priceOf(sql`p`, bothDeclared)} <= coalesce(${maxPrice}::bigint, 9e18))`
}

/** Corridors from `from` to a town or, without a change, to `to`; and those from a town to it. */
const ways = ({ from, to, points }: Asked) => sql`
  select c.*, 1 as part, c.to_place as town, c.to_seq as meets_seq from corridor_pairs c
    where c.from_place = ${from} and (c.to_place = ${to}
      or c.to_place = any (${points.map((each) => each.placeId)}::text[]))
  union all
  select c.*, 2, c.from_place, c.from_seq from corridor_pairs c
    where c.from_place = any (${points.map((each) => each.placeId)}::text[])
      and c.to_place = ${to}`

/** `neededChangeMinutes` after part `p` of the trip `o`, in whole minutes. */
const changeMinutesSql = sql`
  greatest(${LEAST}::int, ${FIXED}::int + (3 * (p.to_minutes - p.from_minutes) + 19) / 20)
    + ${PER_EXTRA_STOP}::int * case o.road_stops when 'at_once' then o.extra_max else 0 end`

/** Parts of trips on these ways `p` that this viewer can book at once, paid from the wallet. */
const parts = (input: Asked) => sql`
  select ${partColumns}, p.part, p.town, ${changeMinutesSql} as needs,
    o.departs_at + make_interval(mins => p.to_minutes) as arrives_at, m.safe_point_id as set_point
  from p
  join trips_on_sale o on o.corridor_id = p.corridor_id
  left join trip_stop_points m on m.trip_id = o.trip_id and m.seq = p.meets_seq
  where ${boardsBetween({ since: input.since, until: input.latest })}
    and (p.part = 2 or ${boardsBetween(input)})
    and ${onSale(input)} and o.at_once <> 'none'
    and (${bothDeclared} or o.road_stops = 'at_once'
      and sold_at_once(o.trip_id, p.from_seq, p.to_seq, ${input.now}))
    and ${accepted(input)} and ${meets(input)}`

/** True when the first part `f` and the second part `l` make a journey with a change. */
const joins = ({ list, maxPrice }: Asked) => {
  const both = sql`f.point = l.point and f.opening = l.opening and f.ready_at <= l.boards_at`
  const price = (part: RawBuilder<unknown>) => sql`(select ${partPrice}
    from trips t join (select ${part}.*) as d on d.trip_id = t.id)`
  const fits = sql`${both} and ${list?.through}::uuid in (f.trip_id, l.trip_id)
    and ${price(sql`f`)} + ${price(sql`l`)} <= ${maxPrice}::bigint`
  return list ? fits : both
}

/** Day of an opening of the point `k`: nobody waits over a night, except where it never closes. */
const opening = (at: RawBuilder<Date>) => sql`
  case when k.always then date 'epoch' else (${at} at time zone 'America/Bogota')::date end`
const isOpen = (at: RawBuilder<Date>) => sql`
  (k.always or (${at} at time zone 'America/Bogota')::time between k.opens and k.closes)`

/**
 * The statement of `listConnections`. Of all first parts that have arrived at a point, the one that
 * left last is the best for each second part: one running maximum, no join of all with all. That is
 * right only because the limit is on the whole journey: the first part that left last is then the
 * most legal one. With a limit on the wait, it could hide an earlier one that is legal.
 */
function connectionsOf(input: Asked): RawBuilder<ConnectionRow> {
  const { points, to, longestMinutes, list } = input
  const inTime = (leftAt: RawBuilder<unknown>, arrivesAt: RawBuilder<unknown>) => sql`
    ${leftAt} >= ${arrivesAt} - make_interval(mins => ${longestMinutes}::int)`
  const bestOfAll = sql`
      select trip_id, arrives_at, max(left_at) as left_at from waited
      where trip_id is not null and ${inTime(sql`left_at`, sql`arrives_at`)}
      group by trip_id, arrives_at`
  // One side is a single trip: its few partners are compared, and no journey that is not for the
  // list hides another one.
  const bestOfList = sql`
      select l.trip_id, l.arrives_at, max(f.boards_at) as left_at
      from leaving l join arrived f on ${joins(input)}
      where ${inTime(sql`f.boards_at`, sql`l.arrives_at`)}
      group by l.trip_id, l.arrives_at`
  return sql<ConnectionRow>`
    with points as materialized (
      select point, place, rank, opens::time, closes::time, always
      from unnest(${points.map((each) => each.pointId)}::uuid[],
        ${points.map((each) => each.placeId)}::text[], ${points.map((each) => each.rank)}::int[],
        ${points.map((each) => each.opens)}::text[], ${points.map((each) => each.closes)}::text[],
        ${points.map((each) => each.always)}::boolean[])
        as k (point, place, rank, opens, closes, always)
    ), p as materialized (${ways(input)}
    ), d as materialized (${parts(input)}
    ), k as materialized (
      select * from points k where k.rank = 0 or k.point in (select set_point from d)
    ), arrived as materialized (
      select d.*, k.point, k.rank, ${opening(sql`d.arrives_at`)} as opening,
        d.arrives_at + make_interval(mins => d.needs) as ready_at
      from d join k on k.place = d.town and k.point = coalesce(d.set_point, k.point)
      where d.part = 1 and ${isOpen(sql`d.arrives_at`)}
    ), leaving as materialized (
      select d.*, k.point, ${opening(sql`d.boards_at`)} as opening
      from d join k on k.place = d.town and k.point = coalesce(d.set_point, k.point)
      where d.part = 2 and ${isOpen(sql`d.boards_at`)}
    ), waited as (
      select trip_id, arrives_at, max(left_at)
        over (partition by point, opening order by at, left_at rows unbounded preceding) as left_at
      from (
        select point, opening, ready_at as at, boards_at as left_at, null::uuid as trip_id,
          null::timestamptz as arrives_at from arrived
        union all select point, opening, boards_at, null, trip_id, arrives_at from leaving
      ) as events
    ), best as (
      ${list ? bestOfList : bestOfAll}
      union all
      select null, arrives_at, boards_at from d where part = 1 and town = ${to}
    ), front as (
      select *, max(left_at) over (order by arrives_at, left_at desc, trip_id nulls first
        rows between unbounded preceding and 1 preceding) as left_before
      from best
    ), shown as materialized (
      select trip_id, left_at from front
      where trip_id is not null and (left_before is null or left_at > left_before)
      order by left_at desc limit ${input.limit}
    ), pairs as materialized (
      select distinct on (s.trip_id) s.left_at, s.trip_id as second, f.trip_id as first,
        f.town as place_id, f.point as point_id
      from shown s join leaving l on l.trip_id = s.trip_id
      join arrived f on f.boards_at = s.left_at and ${joins(input)}
      order by s.trip_id, l.boards_at - f.ready_at desc, f.rank, f.town, f.trip_id
    )
    select c.place_id, c.point_id, c.needs, ${foundColumns(input.now)}
    from (
      select w.*, d.* from pairs w join d on d.town = w.place_id
        and d.trip_id = case d.part when 1 then w.first else w.second end
    ) as c join trips t on t.id = c.trip_id
    order by c.left_at desc, c.second, c.part`
}

/**
 * Finds the trips with one change between two places, of which no other, and no direct trip, leaves
 * as late and arrives as early: two rows each, the latest departure first.
 */
export async function listConnections(db: Db, input: Asked): Promise<ConnectionRow[]> {
  return (await connectionsOf(input).execute(db)).rows
}
