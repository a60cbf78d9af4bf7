// Calls `book_seats` (database/functions/travel/), which documents its locks and answers.
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

/** What `book_seats` answered, and data for the answer if there is a booking. */
export type BookAnswer = { answer: string; view: ViewData | undefined }

/**
 * Runs `book_seats`: one statement, which is the whole transaction. `waits`: for rows that others
 * have locked, which only a single call may do. Returns what was answered to each call; `alone`
 * asks for a call of its own.
 */
export async function callBookSeats(
  db: Db,
  calls: readonly BookCall[],
  { waits }: { waits: boolean },
): Promise<BookAnswer[]> {
  const of = <T>(column: (call: BookCall) => T) => calls.map(column)
  const { rows } = await sql<{ no: number; answer: string } & ViewRow>`
    with made as materialized (
      select book_seats(${JSON.stringify(calls.map(rowOf))}::jsonb, ${waits},
        ${directLimits}::jsonb, ${calls.at(-1)?.now}) as answers)
    select b.no::int, b.answer, ${viewColumns}, ${factColumns}
    from made, unnest(made.answers, ${of(({ booking }) => booking.id)}::uuid[],
        ${of(({ booking }) => booking.tripId)}::uuid[],
        ${of(({ booking }) => booking.passengerId)}::uuid[],
        ${of(({ booking }) => booking.driverId)}::uuid[], ${of((call) => call.vehicleId)}::uuid[],
        ${of(({ booking }) => booking.fromSeq)}::int[],
        ${of(({ booking }) => booking.toSeq)}::int[]) with ordinality
        as b (answer, id, trip_id, passenger_id, driver_id, vehicle_id, from_seq, to_seq, no),
      users p, users d, vehicles v, ${factsOfRow}
    where p.id = b.passenger_id and d.id = b.driver_id and v.id = b.vehicle_id`.execute(db)
  const made = new Map(rows.map((row) => [row.no, row]))
  return calls.map((_, index) => {
    const row = made.get(index + 1)
    // No row: the passenger does not exist.
    if (!row) return { answer: 'unauthenticated', view: undefined }
    return { answer: row.answer, view: viewOf(row) }
  })
}

/** The stored outcome of a key, as `book_seats` answers; null for a new key. */
export async function outcomeOfKey(db: Db, key: BookingKey): Promise<string | null> {
  const { rows } = await sql<{ answer: string | null }>`
    select answer from outcome_of_key(${key.passengerId}, ${key.key}, ${key.hash},
      ${key.bookingId}, ${key.holdId})`.execute(db)
  return rows[0]?.answer ?? null
}

/** A call with the names of the type `booking_call`. */
function rowOf({ booking, key, revision, keepId, job, guard }: BookCall) {
  return {
    booking: columnsOf(booking),
    revision,
    keep: keepId,
    key: key.key,
    hash: key.hash,
    event: newId(),
    job: newId(),
    job_name: job.name,
    due: job.runAt,
    session: guard?.sessionId,
    limit_key: guard?.limit?.key,
    limit_max: guard?.limit?.max,
    limit_seconds: guard?.limit?.windowSeconds,
  }
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
