import { type RawBuilder, sql } from 'kysely'
import type { PaymentMode } from '#contract/trips.ts'
import { hiddenTrips } from '#server/modules/people/users/index.ts'

/** A part of a trip: its boarding and arrival times, and the free seats of its fullest leg. */
export type FoundRow = {
  trip_id: string
  driver_id: string
  from_seq: number
  to_seq: number
  /** Departure of the trip; `from_minutes` and `to_minutes` are relative to it. */
  departs_at: Date
  from_minutes: number
  to_minutes: number
  /** Whether the driver declared both ends of the part as stops. */
  declared: boolean
  /** Pesos of one seat from the start of the trip to the first and to the second place. */
  price_to_start: number
  price_to_end: number
  seats: number
  km: number
  seats_left: number
  /** Whether the part is booked without the driver's answer (`sold_at_once`). */
  at_once: boolean
  instant: boolean
  payment_modes: PaymentMode[]
  women_only: boolean
  verified_only: boolean
  pets: boolean
  wheelchair: boolean
  child_seat: boolean
  /** Name of the listed meeting point at the start of the part: the driver's, or of the road. */
  meeting_point: string | null
  /** For nearby parts: their places, and the distance in km from the asked places. */
  from_place?: string
  to_place?: string
  away_km?: number
}

export type Window = {
  since: Date
  until: Date
  seats: number
  now: Date
  /** The person who searches: trips of people they blocked, or who blocked them, are left out. */
  viewerId: string | null
}

/** True when part `p` has enough seats on every leg and its ends are declared or allowed. */
export const onSale = ({ seats, viewerId }: Pick<Window, 'seats' | 'viewerId'>) => sql`
  o.capacity >= ${seats}::smallint
  and (o.seats_left is null
    or ${seats}::smallint <= all (o.seats_left[p.from_seq + 1 : p.to_seq]))
  and (o.road_stops <> 'no' or ${bothDeclared})
  ${hiddenTrips(viewerId)}`

export const bothDeclared: RawBuilder<boolean> = sql`
  (p.from_seq = any (o.declared_seqs) and p.to_seq = any (o.declared_seqs))`

/**
 * True when this part of the trip `t` on sale is booked without an answer of its driver.
 * `declared`: whether both its ends are stops of the driver.
 */
export const soldAtOnce = (
  declared: RawBuilder<boolean>,
  part: RawBuilder<unknown>,
  now: Date,
): RawBuilder<boolean> => sql`
  (t.instant and (${declared} or t.road_stops = 'at_once'
    and sold_at_once(t.id, ${part}.from_seq, ${part}.to_seq, ${now})))`

/** Price in pesos of a part of the trip `t`, as `segmentPrice` computes it (trips/trip.ts). */
export const priceOf = (part: RawBuilder<unknown>, declared: RawBuilder<boolean>) => {
  const paid = sql`
    (t.price_cumulative[${part}.to_seq + 1] - t.price_cumulative[${part}.from_seq + 1])`
  return sql`case when ${declared} then ${paid} else greatest(100, ${paid} / 100 * 100) end`
}

/** Seats that are free on every leg of a part, of `row` with the seats of the trip on sale. */
export const freeSeats = (row: RawBuilder<unknown>, part: RawBuilder<unknown>) => sql`
  coalesce((
    select min(free) from unnest(${row}.seats_left[${part}.from_seq + 1 : ${part}.to_seq]) as free
  ), ${row}.capacity)`

/** Boarding within the window, as a condition on the departure so that the index is used. */
export const boardsBetween = (window: Pick<Window, 'since' | 'until'>) => sql`
  o.departs_at >= ${window.since}::timestamptz - make_interval(mins => p.from_minutes)
  and o.departs_at < ${window.until}::timestamptz - make_interval(mins => p.from_minutes)`

/** Columns of part `p` of the trip `o` on sale. */
export const partColumns = sql`
  o.trip_id, o.capacity, o.seats_left, ${bothDeclared} as declared,
  p.from_seq, p.to_seq, p.from_minutes, p.to_minutes,
  o.departs_at + make_interval(mins => p.from_minutes) as boards_at`

/** All columns shown of a part. Its trip is read only here, after the part was chosen. */
export const foundColumns = (now: Date) => sql`
  c.trip_id, t.driver_id, c.from_seq, c.to_seq,
  t.departs_at, c.from_minutes, c.to_minutes, c.declared,
  t.price_cumulative[c.from_seq + 1] as price_to_start,
  t.price_cumulative[c.to_seq + 1] as price_to_end, t.seats,
  (select k.kms[c.to_seq + 1] - k.kms[c.from_seq + 1]
    from corridors k where k.id = t.corridor_id) as km,
  ${freeSeats(sql`c`, sql`c`)} as seats_left,
  t.instant, ${soldAtOnce(sql`c.declared`, sql`c`, now)} as at_once, t.payment_modes,
  trip_prefers(t.preferences, 'womenOnly') as women_only,
  trip_prefers(t.preferences, 'verifiedOnly') as verified_only,
  trip_prefers(t.preferences, 'pets') as pets,
  trip_prefers(t.preferences, 'wheelchair') as wheelchair,
  trip_prefers(t.preferences, 'childSeat') as child_seat,
  coalesce((select s.name from trip_stop_points m join safe_points s on s.id = m.safe_point_id
    where m.trip_id = c.trip_id and m.seq = c.from_seq and s.status = 'vetted'), (
    select s.name from corridors w
    join safe_points s on s.id = road_point(w.place_ids[c.from_seq + 1])
    where w.id = t.corridor_id and c.from_seq <> all (t.declared_seqs)
      and ${soldAtOnce(sql`c.declared`, sql`c`, now)})) as meeting_point`
