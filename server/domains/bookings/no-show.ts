import { returnPaidFare } from '#server/domains/ledger/ledger.public.ts'
import { markDriver } from '#server/domains/marks/marks.public.ts'
import { findTripFacts, returnSeats } from '#server/domains/trips/trips.public.ts'
import { mailUser } from '#server/domains/users/users.public.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { board, completeBoarded } from './board-passenger.ts'
import { ADVANCE_JOB } from './book-seat.ts'
import {
  type Booking,
  DISPUTE_MS,
  isUndecided,
  mayClaimNoShow,
  NO_SHOW_AFTER_MS,
} from './booking.ts'
import { changeStatus, lockBooking } from './bookings.queries.ts'
import { closeNoShow, releaseBooking } from './settle-booking.ts'

/**
 * The driver waited and nobody came. The money stays held until the passenger's time to object is
 * over; a repeat answers the booking as it is.
 * Errors: `booking_not_found`, `no_show_too_early`, `booking_not_waiting`.
 */
export function claimNoShow(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  input: { driverId: string; bookingId: string },
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, input.bookingId)
    if (booking?.driverId !== input.driverId) throw new AppError('booking_not_found')
    if (booking.status === 'no_show') return booking
    await assertMayClaim(tx, booking, now)
    const claimed = await changeStatus(tx, {
      id: booking.id,
      from: ['confirmed'],
      to: 'no_show',
      now,
      actorId: input.driverId,
      noShowAt: now,
    })
    assert(claimed, 'a locked booking')
    await tellPassenger(tx, deps, claimed, now)
    return claimed
  })
}

async function assertMayClaim(tx: Tx, booking: Booking, now: Date): Promise<void> {
  const waited = now >= addMs(booking.picksUpAt, NO_SHOW_AFTER_MS)
  if (booking.status === 'confirmed' && !waited) throw new AppError('no_show_too_early')
  const trip = await findTripFacts(tx, booking.tripId)
  const possible = mayClaimNoShow(booking, now) && trip?.status !== 'cancelled'
  if (!possible) throw new AppError('booking_not_waiting')
}

async function tellPassenger(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  booking: Booking,
  now: Date,
): Promise<void> {
  const runAt = addMs(now, DISPUTE_MS)
  await enqueue(tx, deps.clock, { name: ADVANCE_JOB, payload: { bookingId: booking.id }, runAt })
  await mailUser(tx, deps, {
    userId: booking.passengerId,
    template: 'no_show_claimed',
    data: { path: `/bookings/${booking.id}`, until: runAt.toISOString() },
  })
}

/**
 * Decided for the passenger, who gets everything back: the driver's word did not hold, or the
 * driver did not come. It stays visible. The row is locked by the caller and still undecided.
 */
export async function returnFare(
  tx: Tx,
  booking: Booking,
  { actorId, now }: { actorId: string; now: Date },
): Promise<Booking> {
  const details = { rule: 'dispute' }
  const release = { to: 'cancelled_by_driver', actorId, now, details } as const
  const returned = await releaseBooking(tx, booking, release)
  assert(returned, `booking ${booking.id} was not locked`)
  const { driverId, id: causeId } = booking
  const kind = booking.noShowAt ? 'unfounded_no_show' : 'did_not_come'
  await markDriver(tx, { driverId, kind, causeId, now })
  return returned
}

/**
 * Decided for the passenger who was registered aboard and did not travel: what was paid returns,
 * and it stays visible. The row is locked by the caller and the decision written.
 */
export async function undoCheckIn(
  tx: Tx,
  booking: Booking,
  { actorId, now }: { actorId: string; now: Date },
): Promise<Booking> {
  const throughWallet = booking.paymentMode === 'billetera'
  const undone = await changeStatus(tx, {
    id: booking.id,
    from: ['checked_in', 'completed'],
    to: 'cancelled_by_driver',
    now,
    actorId,
    details: { rule: 'dispute' },
    closedAt: now,
    refundedPesos: throughWallet ? booking.farePesos : null,
    chargedPesos: throughWallet ? 0 : null,
  })
  assert(undone, `booking ${booking.id} was not locked`)
  const { driverId, id: bookingId, holdId } = booking
  if (holdId !== null) await returnPaidFare(tx, { bookingId, now })
  await returnSeats(tx, booking)
  await markDriver(tx, { driverId, kind: 'did_not_come', causeId: bookingId, now })
  return undone
}

/**
 * Decided for the driver: the passenger did not come, or travelled after all, which boards and
 * completes the booking. The row is locked by the caller and still undecided.
 */
export async function payFare(
  tx: Tx,
  booking: Booking,
  by: { actorId: string; now: Date },
): Promise<Booking> {
  if (isUndecided(booking)) {
    return await closeNoShow(tx, booking, { ...by, details: { by: 'dispute' } })
  }
  const aboard = await board(tx, booking, { ...by, by: 'dispute' })
  assert(aboard, `booking ${booking.id} was not locked`)
  return await completeBoarded(tx, aboard, by)
}
