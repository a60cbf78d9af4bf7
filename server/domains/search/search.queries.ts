import { type RawBuilder, sql } from 'kysely'
import type { PaymentMode } from '#contract/trips.ts'
import type { Db } from '#server/platform/db/tx.ts'

/** A part of a trip: when it boards and alights, and the free seats of its fullest leg. */
export type FoundRow = {
  trip_id: string
  driver_id: string
  from_place: string
  to_place: string
  from_seq: number
  to_seq: number
  picks_up_at: Date
  drops_off_at: Date
  /** Whether the driver declared both ends. */
  declared: boolean
  /** Pesos of one seat from the start of the trip to these two places. */
  price_to_start: number
  price_to_end: number
  seats_left: number
  instant: boolean
  payment_modes: PaymentMode[]
  women_only: boolean
  pets: boolean
  /** Kilometres from the asked places to these; 0 when they are the asked ones. */
  away_km: number
}

export type Window = { since: Date; until: Date; seats: number }

/**
 * A trip is on sale over a part of its corridor: enough seats on every leg, and undeclared ends
 * only when the driver allows them.
 */
const onSale = (seats: number) => sql`
  o.capacity >= ${seats}::smallint
  and (o.seats_left is null
    or ${seats}::smallint <= all (o.seats_left[p.from_seq + 1 : p.to_seq]))
  and (o.en_route_pickups or ${bothDeclared})`

const bothDeclared = sql`
  (p.from_seq = any (o.declared_seqs) and p.to_seq = any (o.declared_seqs))`

/** Boarding inside the window, as a condition on the departure so that the index is used. */
const boardsBetween = (window: Pick<Window, 'since' | 'until'>) => sql`
  o.departs_at >= ${window.since}::timestamptz - make_interval(mins => p.from_minutes)
  and o.departs_at < ${window.until}::timestamptz - make_interval(mins => p.from_minutes)`

/** Everything shown of a part; its trip is read only now that it is chosen. */
const foundColumns = sql`
  f.trip_id, t.driver_id, f.from_place, f.to_place, f.from_seq, f.to_seq,
  t.departs_at + make_interval(mins => f.from_minutes) as picks_up_at,
  t.departs_at + make_interval(mins => f.to_minutes) as drops_off_at,
  f.declared, t.price_cumulative[f.from_seq + 1] as price_to_start,
  t.price_cumulative[f.to_seq + 1] as price_to_end,
  coalesce((select min(free) from unnest(f.seats_left[f.from_seq + 1 : f.to_seq]) as free),
    f.capacity) as seats_left,
  t.instant, t.payment_modes, (t.preferences ->> 'womenOnly')::boolean as women_only,
  (t.preferences ->> 'pets')::boolean as pets, f.away_km`

const partColumns = sql`
  o.trip_id, o.capacity, o.seats_left, ${bothDeclared} as declared,
  p.from_place, p.to_place, p.from_seq, p.to_seq, p.from_minutes, p.to_minutes,
  o.departs_at + make_interval(mins => p.from_minutes) as boards_at`

export type Between = Window & {
  from: string
  to: string
  limit: number
  /** Starts of the days to count; what boards before `soonest` is over. */
  days: Date[]
  soonest: Date
}

type BetweenRow = FoundRow & { counts: string }

/** The statement of `findBetween`. One for all: most of a search is round trips. */
export function between(input: Between): RawBuilder<BetweenRow> {
  const { from, to, seats, soonest } = input
  return sql<BetweenRow>`
    with p as materialized (
      select * from corridor_pairs where from_place = ${from} and to_place = ${to}
    ), f as materialized (
      select ${partColumns}, 0::float8 as away_km
      from p join trips_on_sale o on o.corridor_id = p.corridor_id
      where ${boardsBetween(input)} and ${onSale(seats)}
      order by declared desc, boards_at, o.trip_id
      limit ${input.limit}
    ), counted as materialized (
      select array_to_json(array(
        select (select coalesce(sum(trips), 0)::int from p cross join lateral (
          select count(*) as trips from trips_on_sale o
          where o.corridor_id = p.corridor_id
            and o.departs_at >= greatest(day, ${soonest}::timestamptz)
              - make_interval(mins => p.from_minutes)
            and o.departs_at < day + '1 day' - make_interval(mins => p.from_minutes)
            and ${onSale(seats)}) as busy)
        from unnest(${input.days}::timestamptz[]) with ordinality as days (day, no) order by no
      ))::text as counts
    )
    select counted.counts, ${foundColumns}
    from counted
    left join (f join trips t on t.id = f.trip_id) on true
    order by f.declared desc, f.boards_at, f.trip_id`
}

/**
 * Parts of trips between exactly these places, declared by the driver first, then by boarding;
 * and how many there are on each of the days.
 */
export async function findBetween(
  db: Db,
  input: Between,
): Promise<{ found: FoundRow[]; counts: number[] }> {
  const { rows } = await between(input).execute(db)
  // Without any trip there is one row all the same, for the counts.
  const found = rows.filter((row) => row.trip_id !== null)
  return { found, counts: JSON.parse(rows[0]?.counts ?? '[]') as number[] }
}

export type Around = { placeId: string; awayKm: number }

/**
 * Parts of trips between places around two places, one per trip: the one with the shortest way to
 * its stops. Trips between the asked places themselves are left out.
 */
export async function findAround(
  db: Db,
  input: Window & { from: Around[]; to: Around[]; limit: number },
): Promise<FoundRow[]> {
  const { from, to } = input
  const { rows } = await sql<FoundRow>`
    with best as (
      select distinct on (o.trip_id) ${partColumns}, a.away + b.away as away_km
      from unnest(${from.map((each) => each.placeId)}::text[],
        ${from.map((each) => each.awayKm)}::float8[]) as a (place, away)
      cross join unnest(${to.map((each) => each.placeId)}::text[],
        ${to.map((each) => each.awayKm)}::float8[]) as b (place, away)
      join corridor_pairs p on p.from_place = a.place and p.to_place = b.place
      join trips_on_sale o on o.corridor_id = p.corridor_id
      where a.away + b.away > 0 and ${boardsBetween(input)} and ${onSale(input.seats)}
      order by o.trip_id, a.away + b.away, p.from_seq, p.to_seq
    ), f as materialized (
      select * from best order by boards_at, trip_id limit ${input.limit}
    )
    select ${foundColumns}
    from f join trips t on t.id = f.trip_id
    order by f.boards_at, f.trip_id`.execute(db)
  return rows
}

export type PopularRow = { from_place: string; to_place: string; trips: number; price: number }

/** Ends of the corridors with most trips departing in the window, and the cheapest seat on each. */
export async function popularEnds(
  db: Db,
  input: { since: Date; until: Date; limit: number },
): Promise<PopularRow[]> {
  const { rows } = await sql<PopularRow>`
    select c.place_ids[1] as from_place, c.place_ids[cardinality(c.place_ids)] as to_place,
      sum(busy.trips)::bigint as trips, min(busy.price) as price
    from (
      select corridor_id, count(*) as trips, min(seat_price) as price from trips
      where status = 'published' and departs_at > ${input.since} and departs_at < ${input.until}
      group by corridor_id
    ) as busy
    join corridors c on c.id = busy.corridor_id
    group by 1, 2
    order by sum(busy.trips) desc, 1, 2
    limit ${input.limit}`.execute(db)
  return rows
}

export type NearRow = { id: string; name: string; department: string; lat: number; lng: number }

/** The place by a road that is nearest to a point, as on a flat map. */
export async function findNearest(
  db: Db,
  point: { lat: number; lng: number },
): Promise<NearRow | undefined> {
  const { rows } = await sql<NearRow>`
    select id, name, department, lat, lng from places p
    where exists (select from roads r where r.from_place = p.id or r.to_place = p.id)
    order by (lat - ${point.lat}) ^ 2 + ((lng - ${point.lng}) * cosd(${point.lat})) ^ 2, id
    limit 1`.execute(db)
  return rows[0]
}
