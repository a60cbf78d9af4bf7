import { findTripFacts, isNearStop } from '#server/modules/travel/trips/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { type Booking, hasMissed } from '../booking.ts'
import { ADVANCE_JOB, nextDue, stateOf } from '../booking-states.ts'
import { transition } from '../booking-transitions.ts'
import { listConnection, lockBooking, updateMissed } from '../bookings.queries.ts'
import { caseOf } from '../show-booking.ts'

type SayMissed = {
  connectionId: string
  undo?: boolean | undefined
  /** Current position of the passenger. It is compared with the change point and not stored. */
  position?: { lat: number; lng: number } | undefined
}

/**
 * Records that the passenger missed the second car because the first one was late, or takes it
 * back. When the first driver's arrival or a position at the point agrees, the seat is released
 * after `ABOARD_UNDO_MINUTES`; else the team decides once boarding is over. The ticket boards until
 * then.
 * A repeat changes nothing, unless its position now agrees. Errors: `booking_not_found`,
 * `change_not_missed`.
 */
export function sayMissed(
  deps: ReadDeps,
  { userId }: ActorId,
  { connectionId, undo = false, position }: SayMissed,
): Promise<Booking[]> {
  return inTransaction(deps.db, async (tx) => {
    const [first, second] = await listConnection(tx, connectionId)
    const booking = second && (await lockBooking(tx, second.id))
    if (!first || booking?.passengerId !== userId) throw new AppError('booking_not_found')
    const now = deps.clock.now()
    const hasSaid = stateOf(booking, now) === 'change_missed'
    const proves = hasSaid && position !== undefined && booking.connectionBrokenAt === null
    if (hasSaid === !undo && !proves) return [first, booking]
    const asked = await caseOf(tx, booking, 'passenger', now)
    if (hasSaid === undo) transition(undo ? 'undo_missed' : 'miss', asked)
    const firstTrip = await findTripFacts(tx, first.tripId)
    assert(firstTrip, 'a booking of a trip')
    const isThere =
      position !== undefined &&
      (await isNearStop(tx, firstTrip, { own: first, seq: first.toSeq }, position))
    const agrees = !undo && hasMissed(booking, asked.facts, now, isThere)
    if (hasSaid && !undo && !agrees) return [first, booking]
    const event = undo ? 'change_kept' : hasSaid ? 'connection_broken' : 'change_missed'
    const said = await updateMissed(tx, {
      ...{ id: booking.id, changeMissedAt: undo ? null : (booking.changeMissedAt ?? now) },
      connectionBrokenAt: agrees ? now : null,
      ...{ event, now, actorId: userId },
    })
    assert(said, 'a locked booking')
    const runAt = nextDue(said)
    const payload = { bookingId: said.id }
    if (runAt) await enqueue(tx, deps.clock, { name: ADVANCE_JOB, payload, runAt })
    return [first, said]
  })
}
