import { refreshReputation } from '#server/modules/people/standing/index.ts'
import {
  type Booking,
  findFactsOf,
  lockBooking,
  partyOf,
} from '#server/modules/travel/bookings/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { RATING_MS, windowOf } from './rating.ts'
import { insertCase, listCasesOfBooking } from './rating-cases.queries.ts'
import { listRatingsOfBookings } from './ratings.queries.ts'
import { discount } from './reveal-ratings.ts'
import { tellCaseOpened } from './tell-case.ts'

/** Time after the end of the rating period in which a person can deny having travelled together. */
export const DENIAL_MS = RATING_MS

/**
 * Records that one side denies the journey: its ratings wait for the team. Once per booking.
 * Errors: `booking_not_found`, `rating_too_early`, `rating_closed`.
 */
export function denyJourney(
  deps: ActDeps,
  { userId }: ActorId,
  { bookingId, statement }: { bookingId: string; statement: string },
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, bookingId)
    if (!booking || !partyOf(booking, userId)) throw new AppError('booking_not_found')
    const cases = await listCasesOfBooking(tx, bookingId)
    if (cases.some(({ kind }) => kind === 'not_together')) return booking
    const facts = (await findFactsOf(tx, [bookingId])).get(bookingId)
    const window = windowOf(booking, now, facts)
    if (window?.outcome !== 'travelled') throw new AppError('rating_too_early')
    if (now >= addMs(window.closesAt, DENIAL_MS)) throw new AppError('rating_closed')
    const kind = 'not_together'
    const id = derivedId('rating_cases', kind, bookingId)
    await insertCase(tx, { id, bookingId, kind, openedBy: userId, statement, openedAt: now })
    await discount(tx, await listRatingsOfBookings(tx, [bookingId]), { actorId: userId, now })
    await tellCaseOpened(tx, deps, booking)
    await refreshReputation(tx, deps, [booking.passengerId, booking.driverId])
    return booking
  })
}
