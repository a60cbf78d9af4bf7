import { listSelfTripSigns } from '#server/modules/travel/bookings/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { findReview, findTravelled, listGivenPoints } from './points.queries.ts'
import { tripPoints } from './settle-points.ts'
import { pointsDue } from './trip-points.ts'

/**
 * Shows the points that a booking gave the actor, or will give when it closes. Null while they may
 * not come: no witnessed boarding, an open dispute, or a reason for the team to look, which this
 * does not tell apart. Errors: `booking_not_found`.
 */
export async function showBookingPoints(
  { db }: Pick<Deps, 'db'>,
  { userId }: ActorId,
  bookingId: string,
): Promise<{ count: number; given: boolean } | null> {
  const booking = await findTravelled(db, bookingId)
  if (!booking || ![booking.passengerId, booking.driverId].includes(userId)) {
    throw new AppError('booking_not_found')
  }
  if (!['checked_in', 'completed'].includes(booking.status)) return null
  const causes = [{ causeId: booking.bookingId, userId }]
  const [own] = await listGivenPoints(db, { ...tripPoints, causes })
  if (own) return own.undone ? null : { count: own.given, given: true }
  const due = pointsDue(booking).find((each) => each.userId === userId)
  if (!due || booking.isDisputed || (await findReview(db, 'trip', booking.bookingId))) return null
  if ((await listSelfTripSigns(db, booking)).length > 0) return null
  return { count: due.points, given: false }
}
