// Calls `book_seat` (migrations/), which documents its locks and answers.
import { sql } from 'kysely'
import { DIRECT_OPEN_MAX, FREE_RETURNS } from '#contract/booking-limits.ts'
import type { CallGuard } from '#server/platform/call-guard.ts'
import type { Db } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import { type ViewData, type ViewRow, viewColumns, viewOf } from './booking-snapshot.queries.ts'
import { factColumns, factsOfRow } from './bookings.queries.ts'
import { MOVED_FAR_MS } from './refund-policy.ts'

/** The idempotency key of a booking, and the ids derived from it. */
export type BookingKey = {
  passengerId: string
  /** Null when the client sent none. */
  key: string | null
  /** Hash of the request, compared when the key is repeated. */
  hash: string
  bookingId: string
  holdId: string
}

export type BookCall = {
  booking: Booking
  key: BookingKey
  /** Revision of the trip that the booking was planned on. */
  revision: number
  keepId: string | null
  job: { name: string; runAt: Date }
  vehicleId: string
  guard: CallGuard | undefined
  now: Date
}

const directLimits = JSON.stringify({
  open: DIRECT_OPEN_MAX,
  returns: FREE_RETURNS,
  movedMs: MOVED_FAR_MS,
})

/** Runs `book_seat`: one statement, which is the whole transaction. Returns its answer. */
export async function callBookSeat(
  db: Db,
  call: BookCall,
): Promise<{ answer: string; view: ViewData | undefined }> {
  const { booking: b, key, revision, keepId, job, vehicleId, guard, now } = call
  const { rows } = await sql<{ answer: string } & ViewRow>`
    with made as materialized (select book_seat(${JSON.stringify(columnsOf(b))}::jsonb, ${revision},
        ${keepId}, ${key.key}, ${key.hash}, ${newId()},
        ${newId()}, ${job.name}, ${job.runAt}, ${directLimits}::jsonb,
        ${guard?.sessionId ?? null},
        ${guard?.limit?.key ?? null}, ${guard?.limit?.max ?? null},
        ${guard?.limit?.windowSeconds ?? null}, ${now}) as answer)
    select made.answer, ${viewColumns}, ${factColumns}
    from made, users p, users d, vehicles v, (
      select ${b.id}::uuid as id, ${b.tripId}::uuid as trip_id, ${b.passengerId}::uuid as
        passenger_id, ${b.fromSeq}::int as from_seq) as b, ${factsOfRow}
    where p.id = ${b.passengerId} and d.id = ${b.driverId} and v.id = ${vehicleId}`.execute(db)
  const [row] = rows
  // No row: the passenger does not exist.
  if (!row) return { answer: 'unauthenticated', view: undefined }
  return { answer: row.answer, view: viewOf(row) }
}

/** The stored outcome of a key, as `book_seat` answers; null for a new key. */
export async function outcomeOfKey(db: Db, key: BookingKey): Promise<string | null> {
  const { rows } = await sql<{ answer: string | null }>`
    select answer from outcome_of_key(${key.passengerId}, ${key.key}, ${key.hash},
      ${key.bookingId}, ${key.holdId})`.execute(db)
  return rows[0]?.answer ?? null
}

/** A new booking with column names as keys. */
function columnsOf(b: Booking) {
  return {
    id: b.id,
    trip_id: b.tripId,
    passenger_id: b.passengerId,
    driver_id: b.driverId,
    from_seq: b.fromSeq,
    to_seq: b.toSeq,
    from_point_id: b.fromPointId,
    to_point_id: b.toPointId,
    seats: b.seats,
    fare_pesos: b.farePesos,
    commission_bp: b.commissionBp,
    payment_mode: b.paymentMode,
    status: b.status,
    hold_id: b.holdId,
    code: b.code,
    generation: b.generation,
    picks_up_at: b.picksUpAt,
    drops_off_at: b.dropsOffAt,
    created_at: b.createdAt,
    expires_at: b.expiresAt,
    confirmed_at: b.confirmedAt,
    moved_ms: b.movedMs,
  }
}
