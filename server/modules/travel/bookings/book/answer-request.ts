import { areBlocked } from '#server/modules/people/users/index.ts'
import { findEligibilityRefusal, findTripFacts } from '#server/modules/travel/trips/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { Booking } from '../booking.ts'
import { statusAfter, transition } from '../booking-transitions.ts'
import { changeStatus, holdJourney } from '../bookings.queries.ts'
import { holdCommission, releaseBooking } from '../settle/settle-booking.ts'
import { lockOwn } from '../show-booking.ts'

type Answer = { bookingId: string }
/**
 * Accepts a request as the driver. In `directo` the commission is held now.
 * Errors: `booking_not_found`, `booking_not_pending`, `trip_departed`, `driver_balance_low`.
 */
export function acceptRequest(
  deps: ReadDeps,
  actor: ActorId,
  { bookingId }: Answer,
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const request = await lockOwn(tx, 'driver', actor, bookingId)
    // A neutral refusal, which does not tell the driver who blocked whom, or who started the
    // verification again. The request expires with a full refund.
    const asked = { userId: request.passengerId, tripId: request.tripId, seats: request.seats }
    const isApart = await areBlocked(tx, request.passengerId, request.driverId)
    if (isApart || (await findEligibilityRefusal(tx, asked)) !== null) {
      throw new AppError('booking_not_pending')
    }
    await holdJourney(tx, request.tripId)
    const trip = await findTripFacts(tx, request.tripId)
    if (trip?.finishedAt) throw new AppError('booking_not_pending')
    const tripCancelled = trip?.status === 'cancelled'
    const step = transition('accept', { booking: request, by: 'driver', now, tripCancelled })
    const direct = request.paymentMode === 'directo'
    const holdId = direct ? await holdCommission(tx, request, now) : null
    const change = { to: statusAfter(step), now, actorId: actor.userId, confirmedAt: now, holdId }
    return await changeStatus(tx, request, change)
  })
}

/** Rejects a request as the driver. Errors: `booking_not_found`, `booking_not_pending`. */
export function rejectRequest(
  deps: ReadDeps,
  actor: ActorId,
  { bookingId }: Answer,
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const request = await lockOwn(tx, 'driver', actor, bookingId)
    const to = statusAfter(transition('reject', { booking: request, by: 'driver', now }))
    return await releaseBooking(tx, request, { to, actorId: actor.userId, now })
  })
}
