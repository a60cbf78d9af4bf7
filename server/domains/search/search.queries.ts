import { sql } from 'kysely'
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
  declared_seqs: number[]
  price_cumulative: number[]
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
  t.status = 'published' and s.open
  and ${seats}::smallint <= all (s.seats_left[p.from_seq + 1 : p.to_seq])
  and (t.en_route_pickups
    or (p.from_seq = any (t.declared_seqs) and p.to_seq = any (t.declared_seqs)))`

/** Boarding inside the window, as a condition on the departure so that the index is used. */
const boardsBetween = (window: Pick<Window, 'since' | 'until'>) => sql`
  t.departs_at >= ${window.since}::timestamptz - make_interval(mins => p.from_minutes)
  and t.departs_at < ${window.until}::timestamptz - make_interval(mins => p.from_minutes)`

const foundColumns = sql`
  t.id as trip_id, t.driver_id, p.from_place, p.to_place, p.from_seq, p.to_seq,
  t.departs_at + make_interval(mins => p.from_minutes) as picks_up_at,
  t.departs_at + make_interval(mins => p.to_minutes) as drops_off_at,
  t.declared_seqs, t.price_cumulative,
  (select min(free) from unnest(s.seats_left[p.from_seq + 1 : p.to_seq]) as free) as seats_left,
  t.instant, t.payment_modes, (t.preferences ->> 'womenOnly')::boolean as women_only,
  (t.preferences ->> 'pets')::boolean as pets`

/** Parts of trips between exactly these places: declared by the driver first, then by boarding. */
export async function findBetween(
  db: Db,
  input: Window & { from: string; to: string; limit: number },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select ${foundColumns}, 0::float8 as away_km
    from corridor_pairs p
    join trips t on t.corridor_id = p.corridor_id
    join trip_seats s on s.trip_id = t.id
    where p.from_place = ${input.from} and p.to_place = ${input.to}
      and ${boardsBetween(input)} and ${onSale(input.seats)}
    order by
      (p.from_seq = any (t.declared_seqs) and p.to_seq = any (t.declared_seqs)) desc,
      t.departs_at + make_interval(mins => p.from_minutes), t.id
    limit ${input.limit}`.execute(db)
  return rows
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
      select distinct on (t.id) ${foundColumns}, a.away + b.away as away_km
      from unnest(${from.map((each) => each.placeId)}::text[],
        ${from.map((each) => each.awayKm)}::float8[]) as a (place, away)
      cross join unnest(${to.map((each) => each.placeId)}::text[],
        ${to.map((each) => each.awayKm)}::float8[]) as b (place, away)
      join corridor_pairs p on p.from_place = a.place and p.to_place = b.place
      join trips t on t.corridor_id = p.corridor_id
      join trip_seats s on s.trip_id = t.id
      where a.away + b.away > 0 and ${boardsBetween(input)} and ${onSale(input.seats)}
      order by t.id, a.away + b.away, p.from_seq, p.to_seq
    )
    select * from best order by picks_up_at, trip_id limit ${input.limit}`.execute(db)
  return rows
}

/** Trips on sale between two places per Bogotá date of boarding; dates without any are missing. */
export async function countByDate(
  db: Db,
  input: Window & { from: string; to: string },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ date: string; trips: number }>`
    select ((t.departs_at + make_interval(mins => p.from_minutes)) at time zone 'America/Bogota')
        ::date as date, count(*) as trips
    from corridor_pairs p
    join trips t on t.corridor_id = p.corridor_id
    join trip_seats s on s.trip_id = t.id
    where p.from_place = ${input.from} and p.to_place = ${input.to}
      and ${boardsBetween(input)} and ${onSale(input.seats)}
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.date, row.trips]))
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
