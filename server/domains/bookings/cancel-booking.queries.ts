// Cancelling in one call: migrations, `cancel_booking`. What it locks and answers is said there.
import { sql } from 'kysely'
import type { BookingStatus } from '#contract/bookings.ts'
import type { MarkKind } from '#server/domains/marks/marks.public.ts'
import type { CallGuard } from '#server/platform/call-guard.ts'
import type { Db } from '#server/platform/db/tx.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import type { Booking } from './booking.ts'
import { MOVED_FAR_MS } from './refund-policy.ts'
import type { SeenBooking } from './seen-booking.queries.ts'

/** What becomes of the booking; the money follows from the last two. */
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
  /** What the ending was decided on. */
  seen: SeenBooking
  ending: Ending
  /** Whose session and count of calls the guard is about. */
  callerId: string
  guard: CallGuard | undefined
  now: Date
}

/** Runs `cancel_booking` and answers what it says; the booking is then `endedBooking`. */
export async function callCancelBooking(db: Db, call: CancelCall): Promise<string> {
  const { seen, ending, callerId, guard, now } = call
  const { id } = seen.booking
  const markId = ending.mark ? derivedId('marks', ending.mark, id) : null
  const { rows } = await sql<{ answer: string }>`
    with made as materialized (
      select cancel_booking(${id}, ${seen.seen}, ${MOVED_FAR_MS}, ${ending.status},
        ${ending.actorId}, ${newId()}, ${JSON.stringify(ending.details)}::jsonb,
        ${ending.refundedPesos}, ${ending.chargedPesos}, ${markId}, ${ending.mark ?? null},
        ${guard?.sessionId ?? null}, ${callerId}, ${guard?.limit?.key ?? null},
        ${guard?.limit?.max ?? null}, ${guard?.limit?.windowSeconds ?? null}, ${now}) as answer)
    select answer from made`.execute(db)
  return rows[0]?.answer ?? ''
}

/** The booking as the call leaves it: nothing else of it can have changed. */
export function endedBooking({ seen, ending, now }: CancelCall): Booking {
  const { status, refundedPesos, chargedPesos } = ending
  return { ...seen.booking, status, refundedPesos, chargedPesos, closedAt: now }
}
