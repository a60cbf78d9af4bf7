import { sql } from 'kysely'
import { RESCUE_AHEAD_HOURS } from '#contract/connections-rescues.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Rescue } from './rescue.ts'

/** A confirmed booking that a driver failed; with the second part when the first one failed. */
export type Failed = {
  bookingId: string
  personId: string
  driverId: string
  /** Drivers who failed, also of a second part that ended before, and their cars. */
  driverIds: string[]
  vehicleIds: string[]
  tripId: string
  seats: number
  paymentMode: PaymentMode
  /** Hundredths of a percent. */
  commissionBp: number
  /**
   * Pesos for the seats that stay. In a car that replaced another one: what the first one cost, in
   * proportion to what is left, or was added, of the second fare.
   */
  farePesos: number
  fromPlace: string
  toPlace: string
  picksUpAt: Date
  dropsOffAt: Date
  /** Whether the passenger asked to close the account, or is barred now: nothing can be booked. */
  isOut: boolean
  womenOnly: boolean
  verifiedOnly: boolean
  /** Arrival of the first car that she still takes to this part; null without one. */
  arrivesAt: Date | null
  partMinutes: number | null
  /** Extra stops on the road that its driver sells. */
  roadStops: string | null
  extraMax: number | null
  /** Whether she was in that first car. */
  onTheWay: boolean
}

/** Hours after a pick-up in which it is looked after: as long as a car is late. */
const BEHIND_HOURS = 6

/** Whether the second part `l` is lost with the first one `b`, so that a car replaces both. */
const isLostToo = sql`
  (l.connection_broken_at is not null or l.status in ('cancelled_by_driver', 'trip_cancelled')
    or l.status = 'no_show' and l.closed_at is null and l.disputed_at is not null
      and b.status in ('cancelled_by_driver', 'trip_cancelled'))
  and not exists (select from rescues r where r.booking_id = l.id
    and (r.status = 'taken' or r.closed_at is null))`

/** Ids of the trips that a car replaces: of the failed booking, and of a part lost with it. */
export function listLostTrips(reader: Reader, bookingId: string) {
  return run.values<{ id: string }>(reader)`
    select unnest(array_remove(array[b.trip_id, l.trip_id], null)) as id
    from bookings b left join bookings l on b.connection_part = 1
      and l.connection_id = b.connection_id and l.connection_part = 2 and ${isLostToo}
    where b.id = ${bookingId}`
}

/**
 * Lists the failed booking, after those of its trip that were booked before it and have no rescue
 * yet: who booked first is offered a car first. None while the second part is still to be released.
 * The second part counts when it ended with the first and has no other car of its own, or when the
 * team decides about an absence that she could not prevent. Limits of time and of a person who can
 * book nothing hold only before the first step: a begun rescue must end.
 */
export function listFailed(reader: Reader, { bookingId, now }: { bookingId: string; now: Date }) {
  return run.rows<Failed>(reader)`
    with asked as (
      select coalesce(f.id, b.id) as id from bookings b
      left join bookings f on f.connection_id = b.connection_id and f.connection_part = 1
        and b.connection_part = 2 and f.status in ('cancelled_by_driver', 'trip_cancelled')
        and not exists (select from rescues r where r.booking_id = b.id)
      where b.id = ${bookingId}
    )
    select b.id as "bookingId", b.passenger_id as "personId", b.driver_id as "driverId",
      array_remove(array[b.driver_id, y.driver_id], null) as "driverIds",
      array_remove(array[t.vehicle_id, y.vehicle_id], null) as "vehicleIds",
      b.trip_id as "tripId", b.seats::int as seats,
      b.payment_mode as "paymentMode", b.commission_bp as "commissionBp",
      b.picks_up_at as "picksUpAt", x.out as "isOut",
      coalesce(l.drops_off_at, b.drops_off_at) as "dropsOffAt",
      coalesce((select r.fare_before * v.pesos / nullif(r.fare_offered, 0)
          from rescues r where r.new_booking_ids @> array[b.id]
            and (cardinality(r.new_booking_ids) = 1 or l.id is not null)),
        v.pesos)::bigint as "farePesos",
      c.place_ids[b.from_seq + 1] as "fromPlace",
      coalesce(lc.place_ids[l.to_seq + 1], c.place_ids[b.to_seq + 1]) as "toPlace",
      trip_prefers(t.preferences, 'womenOnly')
        or trip_prefers(lt.preferences, 'womenOnly') as "womenOnly",
      trip_prefers(t.preferences, 'verifiedOnly')
        or trip_prefers(lt.preferences, 'verifiedOnly') as "verifiedOnly",
      f.drops_off_at as "arrivesAt",
      (extract(epoch from f.drops_off_at - f.picks_up_at) / 60)::int as "partMinutes",
      ft.road_stops as "roadStops", ft.extra_max::int as "extraMax",
      coalesce(f.status in ('checked_in', 'completed') or f.aboard_said_at is not null, false)
        as "onTheWay"
    from asked a join bookings n on n.id = a.id
    join bookings b on b.id = n.id or b.trip_id = n.trip_id and b.created_at < n.created_at
      and b.status = 'trip_cancelled' and n.status = 'trip_cancelled'
    cross join lateral (select exists (select from account_closings
        where user_id = b.passenger_id and taken_back_at is null)
      or exists (select from user_standing s where s.user_id = b.passenger_id
        and (s.expelled or s.suspended_until > ${now})) as out) x
    join trips t on t.id = b.trip_id join corridors c on c.id = t.corridor_id
    left join bookings o on b.connection_part = 1 and o.connection_id = b.connection_id
      and o.connection_part = 2
    left join bookings l on l.id = o.id and ${isLostToo}
    cross join lateral (select b.fare_pesos + coalesce(l.fare_pesos, 0) as pesos) v
    left join trips lt on lt.id = l.trip_id left join corridors lc on lc.id = lt.corridor_id
    left join trips y on y.id = l.trip_id and l.status in ('cancelled_by_driver', 'trip_cancelled')
    left join bookings f on b.connection_part = 2 and f.connection_id = b.connection_id
      and f.connection_part = 1
    left join trips ft on ft.id = f.trip_id
    where b.confirmed_at is not null
      and b.status in ('cancelled_by_driver', 'trip_cancelled', 'cancelled_by_passenger')
      and (o.id is null or o.status not in ('requested', 'confirmed', 'checked_in'))
      and not (coalesce(o.status = 'no_show' and o.closed_at is null and o.disputed_at is null,
        false) and b.status in ('cancelled_by_driver', 'trip_cancelled'))
      and (case when exists (select from rescues r where r.booking_id = b.id) then b.id = n.id
        else b.picks_up_at between ${addMs(now, -BEHIND_HOURS * HOUR_MS)}
          and ${addMs(now, RESCUE_AHEAD_HOURS * HOUR_MS)} and not x.out end)
    order by b.created_at, b.id`
}

/** Bookings without another car that a trip can serve, also in part; who booked first is first. */
export function listStranded(reader: Reader, { tripId, now }: { tripId: string; now: Date }) {
  return run.values<{ id: string }>(reader)`
    select b.id from trips t
    join bookings b
      on b.picks_up_at between t.departs_at - make_interval(hours => ${RESCUE_AHEAD_HOURS})
      and t.arrives_at + make_interval(hours => ${RESCUE_AHEAD_HOURS})
    join rescues r on r.booking_id = b.id and r.status = 'none'
      and r.closed_at > ${addMs(now, -(RESCUE_AHEAD_HOURS + BEHIND_HOURS) * HOUR_MS)}
    join trips f on f.id = b.trip_id join corridors c on c.id = f.corridor_id
    where t.id = ${tripId} and t.status = 'published' and b.drops_off_at > ${now}
      and exists (select from corridor_pairs p where p.corridor_id = t.corridor_id
        and (p.from_place = c.place_ids[b.from_seq + 1]
          or p.to_place = c.place_ids[b.to_seq + 1] or b.connection_part = 1))
    order by b.created_at, b.id`
}

const columns = sql`
  r.booking_id as "bookingId", r.person_id as "personId", r.status, r.offer,
  r.fare_before as "fareBefore", r.fare_offered as "fareOffered", r.cover_pesos as "coverPesos",
  r.new_booking_ids as "newBookingIds", r.expires_at as "expiresAt",
  r.take_up_to as "takeUpTo"`

export function lockRescue(tx: Tx, bookingId: string) {
  return run.row<Rescue>(tx)`
    select ${columns} from rescues r where r.booking_id = ${bookingId} for no key update`
}

type OwnRow = { seats: number; paymentMode: PaymentMode; asked: number } & (
  | Rescue
  | { [Column in keyof Rescue]: null }
)

/**
 * A person's own booking with its rescue, of which all columns are null when nothing was looked
 * for, and the number of drivers asked.
 */
export function findRescue(reader: Reader, own: { bookingId: string; personId: string }) {
  return run.row<OwnRow>(reader)`
    select ${columns}, b.seats::int as seats, b.payment_mode as "paymentMode",
      (select count(*)::int from rescue_asks a where a.booking_id = b.id) as asked
    from bookings b left join rescues r on r.booking_id = b.id
    where b.id = ${own.bookingId} and b.passenger_id = ${own.personId}`
}

/** Bookings of a person whose rescue is not over. */
export function listOpenOf(reader: Reader, userId: string) {
  return run.values<{ id: string }>(reader)`
    select booking_id as id from rescues where person_id = ${userId} and closed_at is null
    order by booking_id`
}

/** Lists the open keeps of a rescue, the first part first. */
export function listKeepIds(reader: Reader, bookingId: string) {
  return run.values<{ id: string }>(reader)`
    select id from seat_keeps where rescue_of = ${bookingId} and status = 'open' order by part`
}

type Written = Pick<Rescue, 'status' | 'expiresAt'> &
  Partial<Pick<Rescue, 'offer' | 'fareOffered'>> & { keepGroup?: string | null }

/** Inserts or replaces what is offered; the first price counts for the fund only with its car. */
export async function writeRescue(
  tx: Tx,
  { bookingId, personId, farePesos }: Failed,
  rescue: Written,
  now: Date,
): Promise<void> {
  const { status, expiresAt, fareOffered = null, keepGroup = null } = rescue
  const { offer = { kept: null, others: [] } } = rescue
  const isOpen = ['waiting', 'asked', 'offered'].includes(status)
  await sql`
    insert into rescues (booking_id, person_id, status, offer, keep_group, fare_before,
      fare_offered, created_at, expires_at, closed_at)
    values (${bookingId}, ${personId}, ${status}, ${JSON.stringify(offer)}::jsonb, ${keepGroup},
      ${farePesos}, ${fareOffered}, ${now}, ${expiresAt}, ${isOpen ? null : now})
    on conflict (booking_id) do update set status = excluded.status, offer = excluded.offer,
      keep_group = excluded.keep_group, fare_offered = excluded.fare_offered,
      expires_at = excluded.expires_at, closed_at = excluded.closed_at`.execute(tx)
}

export async function closeRescue(
  tx: Tx,
  { bookingId, status, now }: { bookingId: string; status: 'declined' | 'expired'; now: Date },
) {
  await sql`
    update rescues set status = ${status}, closed_at = ${now}
    where booking_id = ${bookingId} and closed_at is null`.execute(tx)
}

/** Trips that were kept for a failed booking, and the ms that its keeps lasted together. */
export async function findKept(
  tx: Tx,
  { bookingId, personId }: Pick<Failed, 'bookingId' | 'personId'>,
) {
  const rows = await run.rows<{ tripId: string; ms: number }>(tx)`
    select trip_id as "tripId", case part when 1 then extract(epoch from
        least(closed_at, expires_at) - created_at) * 1000 else 0 end::float8 as ms
    from seat_keeps
    where passenger_id = ${personId} and rescue_of = ${bookingId} and status <> 'open'`
  return {
    gone: rows.map(({ tripId }) => tripId),
    spentMs: rows.reduce((sum, { ms }) => sum + ms, 0),
  }
}

/** Bookings whose rescue has a step due. */
export function listDue(reader: Reader, { now, limit }: { now: Date; limit: number }) {
  return run.values<{ id: string }>(reader)`
    select booking_id as id from rescues where closed_at is null and expires_at <= ${now}
    order by expires_at limit ${limit}`
}

/** Whether the person has no booking and no own trip in this time. */
export function isFree(reader: Reader, personId: string, from: Date, to: Date) {
  return run.value<{ free: boolean }>(reader, false)`
    select not exists (select from crossing_of(
      ${personId}, null, ${from}::timestamptz, ${to}::timestamptz)) as free`
}

/** What the fund would pay of a fare now, in pesos. */
export function coverOf(
  reader: Reader,
  { bookingId, pesos, now }: { bookingId: string; pesos: number; now: Date },
) {
  return run.value<{ cover: number }>(reader, 0)`
    select fund_cover(${bookingId}, ${pesos}::bigint, ${now}) as cover`
}
