import { findTripFacts } from '#server/domains/travel/trips/trips.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { partyOf } from '../booking.ts'
import { may, statusAfter, transition } from '../booking-transitions.ts'
import { lockBooking } from '../bookings.queries.ts'
import { releaseBooking } from '../settle/settle-booking.ts'

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

/**
 * Ends a booking before its pick-up for the team, with a full refund, and returns its seats; `note`
 * writes the trail in the same transaction. Errors: `booking_not_found`, `forbidden` for people of
 * the booking, and the refusals of `withdraw`.
 */
export async function withdrawByTeam(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId: actorId }: ActorId,
  { bookingId, note }: { bookingId: string; note: (tx: Tx) => Promise<void> },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, bookingId)
    if (!booking) throw new AppError('booking_not_found')
    if (partyOf(booking, actorId)) throw new AppError('forbidden')
    const tripCancelled = (await findTripFacts(tx, booking.tripId))?.status === 'cancelled'
    const to = statusAfter(transition('withdraw', { booking, by: 'team', now, tripCancelled }))
    const details = { rule: 'team', by: 'team' }
    const ended = await releaseBooking(tx, booking, { to, actorId, now, details })
    assert(ended, `booking ${bookingId} was not locked`)
    await note(tx)
  })
}
