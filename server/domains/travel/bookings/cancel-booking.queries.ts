// Calls `cancel_bookings` (database/functions/travel/), which documents its locks and answers.
import { sql } from 'kysely'
import type { BookingStatus } from '#contract/booking-view.ts'
import type { MarkKind } from '#server/domains/people/standing/standing.public.ts'
import type { CallGuard } from '#server/platform/call-guard.ts'
import type { Db } from '#server/platform/db/tx.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import type { BookingSnapshot } from './booking-snapshot.queries.ts'
import { MOVED_FAR_MS } from './refund-policy.ts'

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

/**
 * Runs `cancel_bookings`. With `waits` there is one call, which waits for locked rows. Returns the
 * answer to each call; `endedBooking` is the booking after `cancelled`.
 */
export async function callCancelBookings(
  db: Db,
  calls: readonly CancelCall[],
  { waits }: { waits: boolean },
): Promise<{ answer: string }[]> {
  const { rows } = await sql<{ answers: string[] | null }>`
    with made as materialized (
      select cancel_bookings(${JSON.stringify(calls.map(rowOf))}::jsonb, ${waits},
        ${MOVED_FAR_MS}, ${calls.at(-1)?.now}) as answers)
    select answers from made`.execute(db)
  return calls.map((_, index) => ({ answer: rows[0]?.answers?.[index] ?? '' }))
}

/** A call with the names of the type `cancel_call`. */
function rowOf({ snapshot, ending, callerId, guard, now }: CancelCall) {
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
