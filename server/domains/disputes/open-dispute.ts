import {
  type Booking,
  lockBooking,
  markDisputed,
  mayDispute,
} from '#server/domains/bookings/bookings.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { insertDispute } from './disputes.queries.ts'

/**
 * The passenger objects to the driver's word within 24 h: the money stays held until a person
 * decides. A repeat answers the booking as it is. Errors: `booking_not_found`, `dispute_closed`.
 */
export function openDispute(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: { passengerId: string; bookingId: string; statement: string },
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, input.bookingId)
    if (booking?.passengerId !== input.passengerId) throw new AppError('booking_not_found')
    if (booking.disputedAt) return booking
    if (!mayDispute(booking, now)) throw new AppError('dispute_closed')
    const { id, passengerId } = booking
    const disputed = await markDisputed(tx, { id, passengerId, now })
    assert(disputed, 'a locked booking')
    const { statement } = input
    await insertDispute(tx, { bookingId: id, openedBy: passengerId, openedAt: now, statement })
    return disputed
  })
}
