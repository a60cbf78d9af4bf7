// Calls `check_ins`, which documents its locks and answers.
import { sql } from 'kysely'
import type { CallGuard } from '#server/platform/call-guard.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Booking } from '../booking.ts'
import { bookingColumns, guardColumns, noted } from '../bookings.queries.ts'

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

/** Runs `check_ins` and returns the answer to each call (`waits`: see `callBookSeats`). */
export async function callCheckIns(
  db: Reader,
  calls: readonly CheckInCall[],
  { waits }: { waits: boolean },
): Promise<CheckedIn[]> {
  const rows = await run.rows<{ answers: string[] | null } & Partial<Booking>>(db)`
    with made as materialized (
      select * from check_ins(${JSON.stringify(calls.map(checkInRow))}::jsonb, ${waits},
        ${calls.at(-1)?.now}))
    select made.answers, ${bookingColumns}
    from made left join lateral unnest(made.boarded) as b on true`
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

/** Counts how often the passenger's own changes gave a booking a new ticket after `at`. */
export function countReissues(db: Reader, bookingId: string, at: Date) {
  return run.value<{ found: number }>(db, 0)`
    select count(*)::int as found from booking_events
    where booking_id = ${bookingId} and at > ${at}
      and event in ('seats_left', 'segment_changed')`
}

/** Counts a trip's passengers registered by name, one caller at a time until the commit. */
export async function lockNamedBoardings(tx: Tx, tripId: string): Promise<number> {
  await sql`
    select pg_advisory_xact_lock(hashtext('board-by-name'), hashtext(${tripId}))`.execute(tx)
  return await run.value<{ found: number }>(tx, 0)`
    select count(*)::int as found from bookings
    where trip_id = ${tripId} and checked_in_by = 'name'`
}

/** Records a confirmed boarding, or undoes it without `saidAt`. The caller has locked the row. */
export function updateAboardSaid(
  tx: Tx,
  change: {
    id: string
    saidAt: Date | null
    actorId: string
    now: Date
    details?: Record<string, string>
  },
) {
  const event = change.saidAt ? 'aboard_said' : 'aboard_undone'
  return run.row<Booking>(tx)`
    with b as (
      update bookings set aboard_said_at = ${change.saidAt}::timestamptz
      where id = ${change.id} and status = 'confirmed'
      returning *
    ), ${noted({ ...change, event })}`
}
