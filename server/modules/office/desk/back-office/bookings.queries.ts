import { sql } from 'kysely'
import type { BookingSummary, DeskBooking } from '#contract/back-office-bookings.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'
import type { PagePlace } from '#server/platform/page-place.ts'
import type { ListKeys } from './list-keys.ts'

// Read only: these tables belong to bookings, trips and places (docs/decisions/0041).

export type BookingRow = RowOf<Omit<BookingSummary, 'passenger' | 'driver'>, 'picksUpAt'> & {
  passengerId: string
  driverId: string
}

const listed = sql`
  select b.id, b.trip_id as "tripId", b.status, b.picks_up_at as "picksUpAt",
    b.passenger_id as "passengerId", b.driver_id as "driverId", b.seats::int as seats,
    b.fare_pesos as "farePesos", b.payment_mode as "paymentMode", p.name as "from",
    q.name as "to"
  from bookings b
  join trips t on t.id = b.trip_id
  join corridors c on c.id = t.corridor_id
  join places p on p.id = c.place_ids[b.from_seq + 1]
  join places q on q.id = c.place_ids[b.to_seq + 1]`

export type BookingFilter = {
  /** Keys of which a booking must have one; null without a search. */
  keys: ListKeys | null
  status: string | null
  tripId: string | null
  /** Id of the passenger or of the driver. */
  personId: string | null
  since: Date | null
  until: Date | null
  after: PagePlace | null
  limit: number
}

const hasKey = ({ id, ticketCode, digits, plate, personIds }: ListKeys) => sql`
  (b.id = ${id}::uuid or b.code = ${ticketCode}::text or right(b.id::text, 8) = ${digits}::text
    or b.passenger_id = any(${[...personIds]}::uuid[])
    or b.driver_id = any(${[...personIds]}::uuid[])
    or b.trip_id in (select y.id from trips y join vehicles x on x.id = y.vehicle_id
      where x.plate = ${plate}::text))`

/** Lists a page of bookings, the latest pick-up first. */
export function listBookingRows(reader: Reader, asked: BookingFilter) {
  const { keys, status, tripId, personId, since, until, limit } = asked
  const { at, id } = asked.after ?? { at: null, id: null }
  return run.rows<BookingRow>(reader)`
    ${listed}
    where ${keys ? hasKey(keys) : sql`true`}
      and (${status}::text is null or b.status = ${status})
      and (${tripId}::uuid is null or b.trip_id = ${tripId})
      and (${personId}::uuid is null or b.passenger_id = ${personId} or b.driver_id = ${personId})
      and (${since}::timestamptz is null or b.picks_up_at >= ${since})
      and (${until}::timestamptz is null or b.picks_up_at < ${until})
      and (${at}::timestamptz is null or (b.picks_up_at, b.id) < (${at}, ${id}::uuid))
    order by b.picks_up_at desc, b.id desc
    limit ${limit}`
}

export type FoundBy = {
  id: string | null
  /** Code of the ticket. */
  code?: string | null
  /** Digits of a display code, at the end of the id. */
  digits?: string | null
  passengerId?: string
  now: Date
  limit: number
}

/** A day after the planned drop-off, as the board of the road: a late car is looked for. */
const isOver = ({ now }: { now: Date }) => sql`
  (b.drops_off_at <= ${now}::timestamptz - interval '1 day'
    or b.status not in ('requested', 'confirmed', 'checked_in'))`

/** Lists bookings with this id or code, or of this passenger: now and next, then past. */
export function listFoundBookings(reader: Reader, asked: FoundBy) {
  const { id, code = null, digits = null, passengerId = null, now, limit } = asked
  return run.rows<BookingRow>(reader)`
    ${listed}
    where b.id = ${id}::uuid or b.code = ${code}::text or right(b.id::text, 8) = ${digits}::text
      or b.passenger_id = ${passengerId}::uuid
    order by ${isOver({ now })}, case when not ${isOver({ now })} then b.picks_up_at end,
      b.picks_up_at desc, b.id desc
    limit ${limit}`
}

export function countBookings(reader: Reader, passengerId: string) {
  return run.value<{ total: number }>(reader, 0)`
    select count(*) as total from bookings where passenger_id = ${passengerId}`
}

export type BookingMoreRow = RowOf<
  Omit<DeskBooking, keyof BookingSummary | 'events' | 'money'>,
  'createdAt' | 'dropsOffAt' | 'closedAt'
>

/** Finds the facts of a booking that lists do not show. */
export function findBookingDetails(reader: Reader, id: string) {
  return run.row<BookingMoreRow>(reader)`
    select b.created_at as "createdAt", b.drops_off_at as "dropsOffAt", b.closed_at as "closedAt",
      b.charged_pesos as "chargedPesos", b.refunded_pesos as "refundedPesos",
      b.commission_bp as "commissionBp",
      exists (select from disputes d where d.booking_id = b.id) as disputed,
      (select o.id from bookings o where o.connection_id = b.connection_id
        and o.connection_part <> b.connection_part
        order by o.created_at desc, o.id limit 1) as "otherPartId"
    from bookings b where b.id = ${id}`
}

export type BookingEventRow = RowOf<Omit<DeskBooking['events'][number], 'by'>, 'at'> & {
  actorId: string | null
}

/** Lists the events of a booking in order. */
export function listBookingEvents(reader: Reader, id: string) {
  return run.rows<BookingEventRow>(reader)`
    select e.id, e.at, e.event, e.actor_id as "actorId", e.details
    from booking_events e where e.booking_id = ${id} order by e.at, e.id`
}
