// Checks of trips, bookings and keeps, and what all checks share.
import { type RawBuilder, sql } from 'kysely'

/**
 * `since`: only rows that changed since or are open; null: everything in parts, ids after `after`
 * up to `upTo`. Transfers: of transactions from `fromTx` to before `toTx`.
 */
export type Scope = {
  since: Date | null
  after: string
  upTo: string
  fromTx: number
  toTx: number
}

/** Condition: the id is in the range that this run checks. */
export const inPart = ({ after, upTo }: Scope, id: RawBuilder<unknown>) =>
  sql`(${id} > ${after}::uuid and ${id} <= ${upTo}::uuid)`

/** Condition: the booking is open or closed since `since`; without it, in the range of ids. */
export const recent = (scope: Scope) =>
  scope.since
    ? sql`(b.closed_at is null or b.closed_at >= ${scope.since})`
    : inPart(scope, sql`b.id`)

/** Free, sold and kept seats add up to the capacity on every leg of a trip. */
export const seats = (scope: Scope) => sql<{ subject: string }>`
  select distinct 'trip ' || trip_id as subject from (
    select s.trip_id
    from trip_seats s
    join trips t on t.id = s.trip_id
    cross join unnest(s.seats_left) with ordinality as leg (free, no)
    left join lateral (
      select from_seq, to_seq, seats from bookings
      where trip_id = s.trip_id
        and status in ('requested', 'confirmed', 'checked_in', 'completed', 'no_show')
      union all
      select from_seq, to_seq, seats from seat_keeps
      where trip_id = s.trip_id and status = 'open'
    ) b on b.from_seq < leg.no and b.to_seq >= leg.no
    where ${scope.since ? sql`t.arrives_at >= ${scope.since}` : inPart(scope, sql`t.id`)}
    group by s.trip_id, leg.no, leg.free, s.capacity
    having leg.free + coalesce(sum(b.seats), 0) <> s.capacity
  ) uneven`

/** A trip with one change has two parts of the same person and number of seats, both paid here. */
export const connections = (scope: Scope) => sql<{ subject: string }>`
  select 'booking ' || b.id as subject from bookings b
  where b.connection_id is not null and ${recent(scope)}
    and (b.payment_mode = 'billetera' and exists (select from bookings o
      where o.connection_id = b.connection_id and o.connection_part <> b.connection_part
        and (o.passenger_id, o.seats) = (b.passenger_id, b.seats))) is not true`

/** A rescue that was taken has its bookings, an open one its keep, and a closed one no keep. */
export const rescues = (scope: Scope) => sql<{ subject: string }>`
  select 'booking ' || b.id as subject from bookings b join rescues r on r.booking_id = b.id
  where ${recent(scope)} and (
    cardinality(r.new_booking_ids) <> (select count(*) from bookings n
      where n.id = any (r.new_booking_ids) and n.passenger_id = r.person_id)
    or r.status = 'offered' and 0 = (select count(*) from seat_keeps k
      where k.id = r.keep_group and k.status in ('open', 'expired'))
    or r.status <> 'offered' and 0 < (select count(*) from seat_keeps k
      where k.rescue_of = b.id and k.status = 'open'))`

/** The extra stops of a trip are those that its bookings use, and not more than it allows. */
export const extraStops = (scope: Scope) => sql<{ subject: string }>`
  select 'trip ' || t.id as subject from trips t join trip_seats s on s.trip_id = t.id
  where ${scope.since ? sql`t.arrives_at >= ${scope.since}` : inPart(scope, sql`t.id`)}
    and (t.road_stops = 'at_once' or cardinality(s.extra_stops) > 0)
    and (cardinality(s.extra_stops) > t.extra_max or s.extra_stops <> used_extra_stops(t.id))`

/** Open bookings of one person overlap only where a driver moved one of them after both. */
export const overlaps = (scope: Scope) => sql<{ subject: string }>`
  select 'booking ' || b.id as subject from bookings b
  where b.status in ('requested', 'confirmed') and ${recent(scope)} and exists (
    select from bookings o join trips t on t.id in (b.trip_id, o.trip_id)
    where o.passenger_id = b.passenger_id and o.id <> b.id
      and o.status in ('requested', 'confirmed') and o.picks_up_at < b.drops_off_at
      and o.picks_up_at > b.picks_up_at - interval '4 days' and o.drops_off_at > b.picks_up_at
      and (greatest(b.trip_changed_at, o.trip_changed_at)
        >= greatest(b.created_at, o.created_at)) is not true
    group by o.id having bool_and(t.status <> 'cancelled'))`

/**
 * A list bought once, on a day and in an hour of its wishes, at most at its price. Bookings whose
 * segment was changed later, and lists that were deleted, are left out.
 */
export const lists = (scope: Scope) => sql<{ subject: string }>`
  select 'booking ' || b.id as subject from bookings b
  left join trip_alerts a on a.id = b.list_id
  left join bookings n on n.connection_id = b.connection_id and n.list_id = b.list_id
    and n.connection_part <> b.connection_part and n.generation = 1
  cross join lateral (
    select coalesce(b.agreed_pickup_at, b.picks_up_at) at time zone 'America/Bogota' as at) as up
  where b.list_id is not null
    and ${scope.since ? sql`b.picks_up_at >= ${scope.since}` : inPart(scope, sql`b.id`)}
    and (exists (select from bookings o where o.list_id = b.list_id and o.id > b.id
        and (o.connection_id = b.connection_id) is not true
        and o.status not in ('rejected', 'expired') and b.status not in ('rejected', 'expired'))
      or b.generation = 1 and (b.passenger_id <> a.user_id or b.seats > a.seats
        or b.fare_pesos + coalesce(n.fare_pesos, 0) > a.max_price * b.seats
        or b.connection_part is distinct from 2 and (up.at::date not between a.since and a.until
          or extract(epoch from up.at)::bigint / 60 % 1440 < a.earliest_minute
          or extract(epoch from up.at)::bigint / 60 % 1440 >= a.latest_minute)))`
