import { type RawBuilder, sql } from 'kysely'
import { type Reader, run } from '#server/platform/db/tx.ts'

export type DemandCount = {
  fromPlace: string
  toPlace: string
  date: string
  people: number
  seats: number
  maxPrice: number | null
}

/** Wanted rides by day of boarding, from requests and alerts; a person can have both. */
const wanted = (since: string, until: string, now: Date) => sql`
  select r.user_id, r.from_place, r.to_place, d.day::date as day, r.seats, r.max_price
  from ride_requests r cross join lateral generate_series(
    greatest((r.earliest at time zone 'America/Bogota')::date, ${since}::date),
    least((r.latest at time zone 'America/Bogota')::date, ${until}::date), '1 day') d (day)
  where r.withdrawn_at is null and r.latest > ${now}
  union all
  select a.user_id, a.from_place, a.to_place, d.day::date, a.seats, a.max_price
  from trip_alerts a cross join lateral generate_series(
    greatest(a.since, ${since}::date), least(a.until, ${until}::date), '1 day') d (day)
  where a.status = 'active' and a.until >= ${since}`

/** True when the person of `w` has a seat on that route that day and needs no other. */
const travels = sql`exists (
  select from bookings b join trips t on t.id = b.trip_id join corridors c on c.id = t.corridor_id
  where b.passenger_id = w.user_id
    and b.status in ('requested', 'confirmed', 'checked_in', 'completed')
    and (b.picks_up_at at time zone 'America/Bogota')::date = w.day
    and c.place_ids[b.from_seq + 1] = w.from_place and c.place_ids[b.to_seq + 1] = w.to_place)`

const counts = sql`
  w.from_place as "fromPlace", w.to_place as "toPlace", w.day::text as date,
  count(distinct w.user_id)::int as people, sum(w.seats)::int as seats,
  max(w.max_price) as "maxPrice"`

/** One row per person, route and day, with the larger number of seats. */
const eachPersonOnce = sql`
  select user_id, from_place, to_place, day, max(seats) as seats, max(max_price) as max_price
  from wanted group by user_id, from_place, to_place, day`

/** Lists the most wanted routes between two dates, including the viewer's own. */
export function listMostWanted(
  reader: Reader,
  input: { since: string; until: string; now: Date; limit: number },
) {
  return run.rows<DemandCount>(reader)`
    with wanted as (${wanted(input.since, input.until, input.now)})
    select ${counts} from (${eachPersonOnce}) w where not ${travels}
    group by 1, 2, 3 order by people desc, date, 1, 2 limit ${input.limit}`
}

type AlongWay = {
  /** Places along the way with their position on it. */
  places: readonly { placeId: string; no: number }[]
  since: string
  until: string
  viewerId: string
  now: Date
}

/** Counts the others who want a ride between these days along a way, or along a part of it. */
export async function listWantedAlongWay(
  reader: Reader,
  { places, since, until, viewerId, now }: AlongWay,
): Promise<{ people: number; rows: DemandCount[] }> {
  const ids = places.map(({ placeId }) => placeId)
  const nos = places.map(({ no }) => no)
  const along = sql`unnest(${ids}::text[], ${nos}::integer[])`
  const rows = await run.rows<DemandCount & { total: number }>(reader)`
    with wanted as materialized (
      select x.* from (${wanted(since, until, now)}) x
      join ${along} as board (place, no) on board.place = x.from_place
      join ${along} as alight (place, no)
        on alight.place = x.to_place and board.no < alight.no
      where x.user_id <> ${viewerId}
    ), looking as materialized (
      select w.* from (${eachPersonOnce}) w where not ${travels}
    )
    select ${counts}, (select count(distinct user_id)::int from looking) as total
    from looking w group by 1, 2, 3 order by people desc, 3, 1, 2`
  return { people: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) }
}

/** Counts people with an active alert, but no request, that matches a trip on sale. */
export function countAlerted(reader: Reader, tripId: string) {
  return run.value<{ n: number }>(reader, 0)`
    select count(distinct a.user_id)::int as n
    from trip_alert_matches m join trip_alerts a on a.id = m.alert_id
    where m.trip_id = ${tripId} and a.status = 'active' and not exists (
      select from ride_requests r where r.user_id = a.user_id and r.withdrawn_at is null
        and r.from_place = a.from_place and r.to_place = a.to_place)`
}

/** Counts searches without a result and ride requests of each place without a vetted point. */
export function listWantedWithoutPoint(
  reader: Reader,
  { since, sinceDay, limit }: { since: Date; sinceDay: string; limit: number },
) {
  return run.rows<{ placeId: string; wishes: number }>(reader)`
    with wanted as (
      select from_place, to_place, searches from search_misses where day >= ${sinceDay}::date
      union all
      select from_place, to_place, 1 from ride_requests where created_at >= ${since}
    ), places as materialized (
      select place, sum(searches)::int as wishes
      from wanted cross join lateral unnest(array[from_place, to_place]) as place group by place
    )
    select place as "placeId", wishes from places where road_point(place) is null
    order by wishes desc, place limit ${limit}`
}

/** Sums searches without a result for parts of a way that only stops on the road sell at once. */
export function sumMissedOnRoad(
  reader: Reader,
  { way, declared, sinceDay }: { way: string[]; declared: string[]; sinceDay: string },
) {
  const sells = (place: RawBuilder<unknown>) =>
    sql`(${place} = any (${declared}::text[]) or road_point(${place}) is not null)`
  return run.value<{ n: number }>(reader, 0)`
    select coalesce(sum(m.searches), 0)::int as n from search_misses m
    where m.day >= ${sinceDay}::date
      and m.from_place = any (${way}::text[]) and m.to_place = any (${way}::text[])
      and array_position(${way}::text[], m.from_place) < array_position(${way}::text[], m.to_place)
      and not (array[m.from_place, m.to_place] <@ ${declared}::text[])
      and ${sells(sql`m.from_place`)} and ${sells(sql`m.to_place`)}`
}
