// Calls `cancel_booking` (migrations/), which documents its locks and answers.
import { sql } from 'kysely'
import type { BookingStatus } from '#contract/bookings.ts'
import type { MarkKind } from '#server/domains/marks/marks.public.ts'
import type { CallGuard } from '#server/platform/call-guard.ts'
import type { Db } from '#server/platform/db/tx.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import type { BookingSnapshot } from './booking-snapshot.queries.ts'
import { MOVED_FAR_MS } from './refund-policy.ts'

/** The columns to write; the last two decide the money. */
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

/** Runs `cancel_booking` and returns its answer; the booking is then `endedBooking`. */
export async function callCancelBooking(db: Db, call: CancelCall): Promise<string> {
  const { snapshot, ending, callerId, guard, now } = call
  const { id } = snapshot.booking
  const markId = ending.mark ? derivedId('marks', ending.mark, id) : null
  const { rows } = await sql<{ answer: string }>`
    with made as materialized (
      select cancel_booking(${id}, ${snapshot.fingerprint}, ${MOVED_FAR_MS}, ${ending.status},
        ${ending.actorId}, ${newId()}, ${JSON.stringify(ending.details)}::jsonb,
        ${ending.refundedPesos}, ${ending.chargedPesos}, ${markId}, ${ending.mark ?? null},
        ${guard?.sessionId ?? null}, ${callerId}, ${guard?.limit?.key ?? null},
        ${guard?.limit?.max ?? null}, ${guard?.limit?.windowSeconds ?? null}, ${now}) as answer)
    select answer from made`.execute(db)
  return rows[0]?.answer ?? ''
}

/** The booking after the call, which compared everything else of it. */
export function endedBooking({ snapshot, ending, now }: CancelCall): Booking {
  const { status, refundedPesos, chargedPesos } = ending
  return { ...snapshot.booking, status, refundedPesos, chargedPesos, closedAt: now }
}
