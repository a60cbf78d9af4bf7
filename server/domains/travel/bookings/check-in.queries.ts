// Calls `check_ins` (database/functions/travel/), which documents its locks and answers.
import { sql } from 'kysely'
import type { CallGuard } from '#server/platform/call-guard.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import { bookingColumns } from './bookings.queries.ts'

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

/**
 * Runs `check_ins`. With `waits` there is one call, which waits for locked rows. Returns the answer
 * to each call; `alone` means that the call must be repeated by itself.
 */
export async function callCheckIns(
  db: Reader,
  calls: readonly CheckInCall[],
  { waits }: { waits: boolean },
): Promise<CheckedIn[]> {
  const { rows } = await sql<{ answers: string[] | null } & Partial<Booking>>`
    with made as materialized (
      select * from check_ins(${JSON.stringify(calls.map(rowOf))}::jsonb, ${waits},
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
function rowOf({ booking, by, actorId, guard, at }: CheckInCall) {
  return {
    booking: booking.id,
    generation: booking.generation,
    by,
    actor: actorId,
    event: newId(),
    at,
    session: guard?.sessionId,
    limit_key: guard?.limit?.key,
    limit_max: guard?.limit?.max,
    limit_seconds: guard?.limit?.windowSeconds,
  }
}
