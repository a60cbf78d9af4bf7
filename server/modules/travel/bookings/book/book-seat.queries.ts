// Calls `facts_of_calls` and `book_seats` (database/functions/travel/), which document their locks
// and answers.
import { sql } from 'kysely'
import type { CallGuard } from '#server/platform/call-guard.ts'
import { type Db, type Reader, run } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type Booking, MOVED_FAR_MS } from '../booking.ts'
import {
  factColumns,
  factsOfRow,
  type ViewRow,
  viewColumns,
  viewOf,
} from '../booking-snapshot.queries.ts'
import { guardColumns, keyedByColumn } from '../bookings.queries.ts'
import type { CallFacts } from './decide-booking.ts'

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

/** Failed booking, and pesos that its passenger saw the guarantee fund pay of another car. */
export type RescueOf = { bookingId: string; cover: number }

export type BookCall = {
  booking: Booking
  key: BookingKey
  /** Revision of the trip that the booking was planned on. */
  revision: number
  keepId: string | null
  /** The rescue that this takes; all calls of a statement have the same. */
  rescueOf?: RescueOf | undefined
  job: { name: string; runAt: Date }
  guard: CallGuard | undefined
  now: Date
}

/** A call with the facts that the decision to book was made on. */
export type DecidedCall = BookCall & { seen: string }

/** Reads the facts of each call, in their order; undefined without the passenger or the trip. */
export async function listCallFacts(db: Db, calls: readonly BookCall[]) {
  const rows = await run.rows<CallFacts & ViewRow & { no: number; seen: string }>(db)`
    with asked as materialized (
      select array(select c from jsonb_populate_recordset(null::booking_call,
        ${JSON.stringify(calls.map(rowOf))}::jsonb) as c) as calls)
    select k.no::int, k.seen, k.earlier, k.email_confirmed as "emailConfirmed", k.missing,
      k.closing, k.expelled, nullif(k.suspended_until, 'infinity') as "suspendedUntil",
      coalesce(k.suspended_until = 'infinity', false) as paused,
      k.driver_expelled as "driverExpelled",
      nullif(k.driver_suspended_until, 'infinity') as "driverSuspendedUntil",
      coalesce(k.driver_suspended_until = 'infinity', false) as "driverPaused",
      k.apart, k.debt, k.trip_open as "tripOpen", k.trip_revision as "tripRevision",
      k.kept_out as "keptOut", k.crosses, k.open_direct as "openDirect", k.returned, k.booked,
      ${viewColumns}, ${factColumns}
    from asked, facts_of_calls(asked.calls, ${MOVED_FAR_MS}) as k,
      lateral (select (asked.calls[k.no].booking).*) as b, trips t, users p, users d, vehicles v,
      ${factsOfRow}
    where t.id = b.trip_id and p.id = b.passenger_id and d.id = b.driver_id
      and v.id = t.vehicle_id`
  const known = new Map(rows.map((row) => [row.no, row]))
  return calls.map((_, index) => {
    const row = known.get(index + 1)
    return row && { facts: row, seen: row.seen, view: viewOf(row) }
  })
}

/**
 * Runs `book_seats`, which is the whole transaction. With `waits` there is one call, which waits
 * for locked rows. The answer `alone` means that the call must be repeated by itself.
 */
export async function callBookSeats(
  db: Db,
  calls: readonly DecidedCall[],
  { waits }: { waits: boolean },
): Promise<{ answer: string }[]> {
  const [asked, now, rescueOf] = [
    JSON.stringify(calls.map(rowOf)),
    calls.at(-1)?.now,
    calls[0]?.rescueOf,
  ]
  const made = rescueOf
    ? sql`take_rescue(${asked}::jsonb, ${rescueOf.bookingId}, ${MOVED_FAR_MS}, ${now})`
    : sql`book_seats(${asked}::jsonb, ${waits}, ${MOVED_FAR_MS}, ${now})`
  const rows = await run.rows<{ answers: string[] | null }>(db)`
    with made as materialized (select ${made} as answers)
    select answers from made`
  return calls.map((_, index) => ({ answer: rows[0]?.answers?.[index] ?? '' }))
}

/** Stores with its key that the money is missing; false when money or facts have changed. */
export async function storeRefusal(db: Db, call: DecidedCall): Promise<boolean> {
  const answer = await run.value<{ answer: string }>(db)`
    select refuse_booking(${JSON.stringify(rowOf(call))}::jsonb, ${MOVED_FAR_MS}, ${call.now})
      as answer`
  return answer === 'insufficient_funds'
}

/** The stored outcome of a key, as `book_seats` answers; null for a new key. */
export function findOutcomeOfKey(db: Db, key: BookingKey) {
  return run.value<{ answer: string | null }>(db, null)`
    select answer from outcome_of_key(${key.passengerId}, ${key.key}, ${key.hash},
      ${key.bookingId}, ${key.holdId})`
}

/** A call with the names of the type `booking_call`. */
export function rowOf({
  booking,
  key,
  revision,
  keepId,
  rescueOf,
  seen,
  job,
  guard,
}: BookCall & Partial<DecidedCall>) {
  return {
    booking: keyedByColumn(booking),
    revision,
    keep: keepId,
    ...(rescueOf && { cover: rescueOf.cover }),
    key: key.key,
    hash: key.hash,
    seen,
    event: newId(),
    job: newId(),
    job_name: job.name,
    due: job.runAt,
    ...guardColumns(guard),
  }
}

/** The segment as first booked, if the passenger has changed it since. */
export function findFirstSegment(db: Reader, bookingId: string) {
  return run.row<{ fromSeq: number; toSeq: number }>(db)`
    select (details -> 'from' ->> 'fromSeq')::int as "fromSeq",
      (details -> 'from' ->> 'toSeq')::int as "toSeq"
    from booking_events where booking_id = ${bookingId} and event = 'segment_changed'
    order by at, id limit 1`
}
