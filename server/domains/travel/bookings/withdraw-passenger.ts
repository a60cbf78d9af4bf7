import { findTripFacts } from '#server/domains/travel/trips/trips.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { may, statusAfter, transition } from './booking-transitions.ts'
import { lockBooking } from './bookings.queries.ts'
import { releaseBooking } from './settle-booking.ts'

/**
 * Ends a booking of somebody who must not travel any more, with a full refund, and returns its
 * seats. Returns false when nothing was ended: after the pick-up, or on a cancelled trip.
 */
export function withdrawPassenger(
  deps: Pick<Deps, 'db' | 'clock'>,
  { bookingId }: { bookingId: string },
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, bookingId)
    if (!booking) return false
    const tripCancelled = (await findTripFacts(tx, booking.tripId))?.status === 'cancelled'
    const asked = { booking, by: 'team', now, tripCancelled } as const
    if (!may('withdraw', asked)) return false
    const to = statusAfter(transition('withdraw', asked))
    const details = { rule: 'sanction' }
    return (await releaseBooking(tx, booking, { to, actorId: null, now, details })) !== undefined
  })
}
