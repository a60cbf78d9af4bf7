import { tellUser } from '#server/modules/people/users/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, TellDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { type Booking, DISPUTE_MS, fareLink } from '../booking.ts'
import { ADVANCE_JOB } from '../booking-states.ts'
import { statusAfter, transition } from '../booking-transitions.ts'
import { changeStatus } from '../bookings.queries.ts'
import { caseOf, lockOwn } from '../show-booking.ts'
import { noShowClaimed } from '../tell/bookings.messages.ts'

/**
 * Claims a no-show as the driver; the money stays held until the deadline to dispute it.
 * Idempotent. Errors: `booking_not_found`, `no_show_too_early`, `booking_not_waiting`.
 */
export function claimNoShow(
  deps: ActDeps,
  driver: ActorId,
  { bookingId }: { bookingId: string },
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockOwn(tx, 'driver', driver, bookingId)
    if (booking.status === 'no_show') return booking
    const to = statusAfter(transition('claim_no_show', await caseOf(tx, booking, 'driver', now)))
    const change = { to, now, actorId: driver.userId, noShowAt: now }
    const claimed = await changeStatus(tx, booking, change)
    await tellPassenger(tx, deps, claimed, now)
    return claimed
  })
}

async function tellPassenger(tx: Tx, deps: TellDeps, booking: Booking, now: Date): Promise<void> {
  const runAt = addMs(now, DISPUTE_MS)
  await enqueue(tx, deps.clock, { name: ADVANCE_JOB, payload: { bookingId: booking.id }, runAt })
  await tellUser(tx, deps, noShowClaimed, {
    userId: booking.passengerId,
    data: { ...fareLink(booking), until: runAt.toISOString() },
  })
}
