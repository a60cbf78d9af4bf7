// Calls functions of database/functions/travel/, which document their locks and answers. With
// `waits` there is one call, which waits for locked rows; the answer `alone` means that the call
// must be repeated by itself.
import { sql } from 'kysely'
import type { BookingStatus } from '#contract/booking-view.ts'
import type { MarkKind } from '#server/domains/people/standing/standing.public.ts'
import type { CallGuard } from '#server/platform/call-guard.ts'
import type { Db, Reader } from '#server/platform/db/tx.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import type { BookingSnapshot } from './booking-snapshot.queries.ts'
import { bookingColumns } from './bookings.queries.ts'
import { MOVED_FAR_MS } from './refund-policy.ts'

/** Columns of the caller in the types of the calls. */
export function guardColumns(guard: CallGuard | undefined) {
  return {
    session: guard?.sessionId,
    limit_key: guard?.limit?.key,
    limit_max: guard?.limit?.max,
    limit_seconds: guard?.limit?.windowSeconds,
  }
}

/** Columns to write; the last two decide how the money is split. */
export type Ending = {
  status: BookingStatus
  actorId: string
  details: Record<string, string>
  mark: MarkKind | undefined
  /** Pesos; null where Cupo holds no fare. */
  refundedPesos: number | null
  chargedPesos: number | null
}

export type CancelCall = {
  /** The snapshot that the decision was made on. */
  snapshot: BookingSnapshot
  ending: Ending
  /** The caller, for the session and rate limit of the guard. */
  callerId: string
  guard: CallGuard | undefined
  now: Date
}

/** Runs `cancel_bookings` and returns the answer to each call. */
export async function callCancelBookings(
  db: Db,
  calls: readonly CancelCall[],
  { waits }: { waits: boolean },
): Promise<{ answer: string }[]> {
  const { rows } = await sql<{ answers: string[] | null }>`
    with made as materialized (
      select cancel_bookings(${JSON.stringify(calls.map(cancelRow))}::jsonb, ${waits},
        ${MOVED_FAR_MS}, ${calls.at(-1)?.now}) as answers)
    select answers from made`.execute(db)
  return calls.map((_, index) => ({ answer: rows[0]?.answers?.[index] ?? '' }))
}

/** A call with the names of the type `cancel_call`. */
function cancelRow({ snapshot, ending, callerId, guard, now }: CancelCall) {
  const { id } = snapshot.booking
  const { status, actorId, details, mark, refundedPesos, chargedPesos } = ending
  return {
    booking: id,
    seen: snapshot.fingerprint,
    status,
    at: now,
    actor: actorId,
    event: newId(),
    details,
    refunded: refundedPesos,
    charged: chargedPesos,
    mark: mark ? derivedId('marks', mark, id) : null,
    mark_kind: mark,
    session: guard?.sessionId,
    person: callerId,
    limit_key: guard?.limit?.key,
    limit_max: guard?.limit?.max,
    limit_seconds: guard?.limit?.windowSeconds,
  }
}

/** The booking after the call: the snapshot, which was still current, with the ending. */
export function endedBooking({ snapshot, ending, now }: CancelCall): Booking {
  const { status, refundedPesos, chargedPesos } = ending
  return { ...snapshot.booking, status, refundedPesos, chargedPesos, closedAt: now }
}

export type CheckInCall = {
  /** The booking as read when the ticket was checked. */
  booking: Booking
  by: string
  actorId: string | null
  guard?: CallGuard | undefined
  /** Time of boarding, and time of writing. */
  at: Date
  now: Date
}

/** `booking` is the updated row if the answer is `boarded`. */
export type CheckedIn = { answer: string; booking: Booking }

/** Runs `check_ins` and returns the answer to each call. */
export async function callCheckIns(
  db: Reader,
  calls: readonly CheckInCall[],
  { waits }: { waits: boolean },
): Promise<CheckedIn[]> {
  const { rows } = await sql<{ answers: string[] | null } & Partial<Booking>>`
    with made as materialized (
      select * from check_ins(${JSON.stringify(calls.map(checkInRow))}::jsonb, ${waits},
        ${calls.at(-1)?.now}))
    select made.answers, ${bookingColumns}
    from made left join lateral unnest(made.boarded) as b on true`.execute(db)
  const boarded = new Map(rows.map((row) => [row.id, row as Booking]))
  return calls.map(({ booking }, index) => ({
    answer: rows[0]?.answers?.[index] ?? '',
    booking: boarded.get(booking.id) ?? booking,
  }))
}

/** A call with the names of the type `check_in_call`. */
function checkInRow({ booking, by, actorId, guard, at }: CheckInCall) {
  return {
    booking: booking.id,
    generation: booking.generation,
    by,
    actor: actorId,
    event: newId(),
    at,
    ...guardColumns(guard),
  }
}

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

export type SegmentCall = {
  /** The snapshot that the decision was made on. */
  snapshot: BookingSnapshot
  segment: NewSegment
  /** Revision of the trip that the segment was planned on. */
  revision: number
  now: Date
}

/** Runs `change_segment` and returns its answer. */
export async function callChangeSegment(db: Db, call: SegmentCall): Promise<string> {
  const { snapshot, segment: to, revision, now } = call
  const { id, passengerId, fromSeq, toSeq, farePesos } = snapshot.booking
  const columns = {
    from_seq: to.fromSeq,
    to_seq: to.toSeq,
    from_point_id: to.fromPointId,
    to_point_id: to.toPointId,
    fare_pesos: to.farePesos,
    picks_up_at: to.picksUpAt,
    drops_off_at: to.dropsOffAt,
    expires_at: to.expiresAt,
    refund_ahead_ms: to.refundAheadMs,
  }
  const details = { from: { fromSeq, toSeq, farePesos }, to: columns }
  const { rows } = await sql<{ answer: string }>`
    select change_segment(${id}, ${passengerId}, ${snapshot.fingerprint}, ${MOVED_FAR_MS},
      ${JSON.stringify(columns)}::jsonb, ${revision}, ${newId()}, ${JSON.stringify(details)}::jsonb,
      ${now}) as answer`.execute(db)
  return rows[0]?.answer ?? ''
}

/** The segment of the first booking, if the passenger has changed it since. */
export async function findFirstSegment(db: Reader, bookingId: string) {
  const { rows } = await sql<{ fromSeq: number; toSeq: number }>`
    select (details -> 'from' ->> 'fromSeq')::int as "fromSeq",
      (details -> 'from' ->> 'toSeq')::int as "toSeq"
    from booking_events where booking_id = ${bookingId} and event = 'segment_changed'
    order by at, id limit 1`.execute(db)
  return rows[0]
}
