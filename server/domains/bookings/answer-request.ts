import { findTripFacts } from '#server/domains/trips/trips.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Booking } from './booking.ts'
import { changeStatus, lockBooking } from './bookings.queries.ts'
import { holdCommission, releaseBooking } from './settle-booking.ts'

type Answer = { driverId: string; bookingId: string }
type AnswerDeps = Pick<Deps, 'db' | 'clock'>

/**
 * The driver takes the passenger along. In `directo` the commission is held now.
 * Errors: `booking_not_found`, `booking_not_pending`, `trip_departed`, `driver_balance_low`.
 */
export function acceptRequest(deps: AnswerDeps, answer: Answer): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const request = await lockRequest(tx, answer, now)
    const trip = await findTripFacts(tx, request.tripId)
    if (trip?.status === 'cancelled') throw new AppError('booking_not_pending')
    const direct = request.paymentMode === 'directo'
    const holdId = direct ? await holdCommission(tx, request, now) : null
    const accepted = await changeStatus(tx, {
      id: request.id,
      from: ['requested'],
      to: 'confirmed',
      now,
      actorId: answer.driverId,
      confirmedAt: now,
      holdId,
    })
    if (!accepted) throw new AppError('booking_not_pending')
    return accepted
  })
}

/**
 * The driver declines; seats and money return.
 * Errors: `booking_not_found`, `booking_not_pending`.
 */
export function rejectRequest(deps: AnswerDeps, answer: Answer): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const request = await lockOf(tx, answer)
    const rejected =
      request.status === 'requested' &&
      (await releaseBooking(tx, request, { to: 'rejected', actorId: answer.driverId, now }))
    if (!rejected) throw new AppError('booking_not_pending')
    return rejected
  })
}

async function lockOf(tx: Tx, { driverId, bookingId }: Answer): Promise<Booking> {
  const booking = await lockBooking(tx, bookingId)
  if (booking?.driverId !== driverId) throw new AppError('booking_not_found')
  return booking
}

/** A request that can still be accepted. */
async function lockRequest(tx: Tx, answer: Answer, now: Date): Promise<Booking> {
  const booking = await lockOf(tx, answer)
  if (booking.status !== 'requested') throw new AppError('booking_not_pending')
  if (booking.picksUpAt <= now) throw new AppError('trip_departed')
  if (booking.expiresAt && booking.expiresAt <= now) throw new AppError('booking_not_pending')
  return booking
}
