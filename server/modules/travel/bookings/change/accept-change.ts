import { inTransaction } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { asksAboutMove, type Booking } from '../booking.ts'
import { lockOwn } from '../show-booking.ts'
import { acceptMove } from './change-booking.queries.ts'

/**
 * Records that the moved hour suits the passenger; it costs no right (decision 68). `at`: the
 * pick-up that they saw. A repeat changes nothing.
 * Errors: `booking_not_found`, `trip_change_over`.
 */
export function acceptChange(
  deps: ReadDeps,
  passenger: ActorId,
  { bookingId, at }: { bookingId: string; at: string },
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const booking = await lockOwn(tx, 'passenger', passenger, bookingId)
    const now = deps.clock.now()
    const isSeen = booking.picksUpAt.getTime() === Date.parse(at)
    if (isSeen && booking.changeAcceptedAt) return booking
    if (!isSeen || !asksAboutMove(booking, now)) throw new AppError('trip_change_over')
    const accepted = await acceptMove(tx, { bookingId, actorId: passenger.userId, now })
    assert(accepted, 'a locked booking')
    return accepted
  })
}
