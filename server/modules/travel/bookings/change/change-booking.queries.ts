// Writes a new segment, meeting point or time of bookings, each with its event.
import { sql } from 'kysely'
import type { Crossing } from '#server/modules/travel/trips/index.ts'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type Booking, MOVED_FAR_MS } from '../booking.ts'
import type { BookingSnapshot } from '../booking-snapshot.queries.ts'
import { bookingColumns, keyedByColumn, noted } from '../bookings.queries.ts'

/** Columns that change with the segment; the fare in pesos for all seats. */
export type NewSegment = Pick<
  Booking,
  | 'fromSeq'
  | 'toSeq'
  | 'fromPointId'
  | 'toPointId'
  | 'farePesos'
  | 'picksUpAt'
  | 'dropsOffAt'
  | 'expiresAt'
  | 'refundAheadMs'
>

type By = { actorId: string; now: Date }

export type SegmentCall = {
  /** The snapshot that the decision was made on. */
  snapshot: BookingSnapshot
  segment: NewSegment
  /** Revision of the trip that the segment was planned on. */
  revision: number
  now: Date
}

/** Runs `change_segment` and returns its answer. */
export function callChangeSegment(db: Db, call: SegmentCall) {
  const { snapshot, segment, revision, now } = call
  const { id, passengerId, fromSeq, toSeq, farePesos } = snapshot.booking
  const columns = keyedByColumn(segment)
  const details = { from: { fromSeq, toSeq, farePesos }, to: columns }
  return run.value<{ answer: string }>(db, '')`
    select change_segment(${id}, ${passengerId}, ${snapshot.fingerprint}, ${MOVED_FAR_MS},
      ${JSON.stringify(columns)}::jsonb, ${revision}, ${newId()}, ${JSON.stringify(details)}::jsonb,
      ${now}) as answer`
}

type MeetingChange = Pick<Booking, 'fromPointId' | 'toPointId'> & {
  bookingId: string
  /** Null when Cupo's list made the change. */
  actorId: string | null
  now: Date
  /** What made a change that neither person chose; an open booking may then be left at no cost. */
  freedBy?: 'trip' | 'list' | undefined
}

/** Writes the meeting points of a booking with an event. The caller has locked the row. */
export function updateMeeting(tx: Tx, change: MeetingChange) {
  const { bookingId, fromPointId, toPointId, actorId, now, freedBy } = change
  const details = { ...(freedBy && { by: freedBy }), fromPointId, toPointId }
  return run.row<Booking>(tx)`
    with b as (
      update bookings set from_point_id = ${fromPointId}, to_point_id = ${toPointId},
        meeting_moved = meeting_moved
          or ${freedBy !== undefined} and status in ('requested', 'confirmed')
      where id = ${bookingId} returning *
    ), ${noted({ event: 'meeting_changed', now, actorId, details })}`
}

/** Published trips that are not over and where the driver or a passenger chose this point. */
export function listTripsAtPoint(db: Reader, safePointId: string, now: Date) {
  return run.values<{ id: string }>(db)`
    select t.id from trips t where t.status = 'published' and t.arrives_at > ${now}
      and t.id in (
        select trip_id from trip_stop_points where safe_point_id = ${safePointId}
        union all select trip_id from bookings where from_point_id = ${safePointId}
        union all select trip_id from bookings where to_point_id = ${safePointId})
    order by t.departs_at, t.id`
}

/** Records that the passenger accepts the moved hour. The caller has locked the row. */
export function acceptMove(tx: Tx, { bookingId, actorId, now }: { bookingId: string } & By) {
  return run.row<Booking>(tx)`
    with b as (
      update bookings set change_accepted_at = ${now} where id = ${bookingId}
      returning *
    ), ${noted({ event: 'change_accepted', now, actorId })}`
}

export type BookingsMove = By & {
  /** All open bookings of the trip, locked by the caller, with their deadlines to answer. */
  deadlines: readonly { bookingId: string; expiresAt: Date | null }[]
  /** Move in ms, positive for later. */
  byMs: number
}

/**
 * Moves the times and answer deadlines of open bookings, and writes an event for each. Returns the
 * moved bookings. The caller has locked the trip's seats, so no booking is added in between.
 */
export function moveBookings(tx: Tx, move: BookingsMove) {
  const ms = (value: number) => sql`${value} * interval '1 millisecond'`
  const bookingIds = move.deadlines.map((each) => each.bookingId)
  const deadlines = move.deadlines.map((each) => each.expiresAt)
  const eventIds = move.deadlines.map(() => newId())
  return run.rows<Booking>(tx)`
    with before as (
      select id, event_id, picks_up_at, named.answer_by
      from unnest(${bookingIds}::uuid[], ${eventIds}::uuid[], ${deadlines}::timestamptz[])
        as named (id, event_id, answer_by)
      join bookings using (id)
      where status in ('requested', 'confirmed')
    ), b as (
      update bookings set
        agreed_pickup_at = coalesce(agreed_pickup_at, bookings.picks_up_at),
        moved_ms = moved_ms + ${Math.abs(move.byMs)}, trip_changed_at = ${move.now},
        change_accepted_at = null,
        picks_up_at = bookings.picks_up_at + ${ms(move.byMs)},
        drops_off_at = bookings.drops_off_at + ${ms(move.byMs)},
        expires_at = before.answer_by
      from before where bookings.id = before.id
      returning bookings.*
    ), noted as (
      insert into booking_events (id, booking_id, at, actor_id, event, details)
      select before.event_id, b.id, ${move.now}::timestamptz, ${move.actorId}::uuid,
        'trip_moved', json_build_object('from', before.picks_up_at, 'to', b.picks_up_at,
          'byMs', ${move.byMs}::bigint)
      from b join before on before.id = b.id
    )
    select ${bookingColumns} from b order by b.from_seq, b.id`
}

/**
 * Per booking the first other journey of its passenger that it overlaps, or would overlap if it
 * moved by `byMs`; bookings without one are left out.
 */
export async function listCrossings(db: Reader, bookingIds: readonly string[], byMs = 0) {
  const by = sql`${byMs} * interval '1 millisecond'`
  const rows = await run.rows<Crossing & { bookingId: string }>(db)`
    select b.id as "bookingId", x.kind, x.id, x.trip_id as "tripId", x.from_seq as "fromSeq",
      x.to_seq as "toSeq", x.at
    from bookings b cross join lateral (
      select * from crossing_of(b.passenger_id, b.trip_id, b.picks_up_at + ${by},
        b.drops_off_at + ${by}) as c
      order by c.at, c.id limit 1) as x
    where b.id = any(${[...bookingIds]}::uuid[])`
  return new Map<string, Crossing>(rows.map(({ bookingId, ...crossing }) => [bookingId, crossing]))
}

/** Sums all moves of the trip's confirmed bookings since an instant, in ms. */
export function sumAgreedMovedSince(db: Reader, tripId: string, since: Date) {
  return run.value<{ ms: number }>(db, 0)`
    select coalesce(max(moved.ms), 0)::bigint as ms from (
      select sum(abs((e.details ->> 'byMs')::bigint)) as ms
      from bookings b join booking_events e on e.booking_id = b.id
      where b.trip_id = ${tripId} and b.status = 'confirmed'
        and e.event = 'trip_moved' and e.at > ${since}
      group by b.id) as moved`
}
