// Calls `change_segment` (database/functions/travel/), which documents its locks and answers.
import { sql } from 'kysely'
import type { Db, Reader } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import type { BookingSnapshot } from './booking-snapshot.queries.ts'
import { MOVED_FAR_MS } from './refund-policy.ts'

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
export async function firstSegment(
  db: Reader,
  bookingId: string,
): Promise<Pick<Booking, 'fromSeq' | 'toSeq'> | undefined> {
  const { rows } = await sql<{ fromSeq: number; toSeq: number }>`
    select (details -> 'from' ->> 'fromSeq')::int as "fromSeq",
      (details -> 'from' ->> 'toSeq')::int as "toSeq"
    from booking_events where booking_id = ${bookingId} and event = 'segment_changed'
    order by at, id limit 1`.execute(db)
  return rows[0]
}
