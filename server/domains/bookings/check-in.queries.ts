// Calls `check_in` (migrations/), which documents its locks and answers.
import { sql } from 'kysely'
import type { CallGuard } from '#server/platform/call-guard.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import { bookingColumns } from './bookings.queries.ts'

export type CheckInCall = {
  /** As it was read when its ticket was checked. */
  booking: Booking
  by: string
  actorId: string | null
  guard?: CallGuard | undefined
  /** When the passenger boarded, and when it is written. */
  at: Date
  now: Date
}

/** Runs `check_in`. `booking` is the updated row if the answer is `boarded`. */
export async function callCheckIn(
  db: Reader,
  call: CheckInCall,
): Promise<{ answer: string; booking: Booking }> {
  const { booking, by, actorId, guard, at, now } = call
  const { rows } = await sql<Booking & { answer: string }>`
    with made as materialized (
      select * from check_in(${booking.id}, ${booking.generation}, ${by}, ${actorId}, ${newId()},
        ${at}, ${guard?.sessionId ?? null}, ${guard?.limit?.key ?? null},
        ${guard?.limit?.max ?? null}, ${guard?.limit?.windowSeconds ?? null}, ${now}))
    select made.answer, ${bookingColumns}
    from made, lateral (select (made.booking).*) as b`.execute(db)
  const [row] = rows
  return { answer: row?.answer ?? '', booking: row ?? booking }
}
