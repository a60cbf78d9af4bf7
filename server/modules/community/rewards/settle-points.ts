import { awardTripPoints, takeTripPoints } from '#server/modules/bank/ledger/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { listSelfTripSigns } from '#server/modules/travel/bookings/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { findReview, findTravelled, listGivenPoints, type PointsCause } from './points.queries.ts'
import { openReview } from './review-points.ts'
import { pointsEarned, pointsTaken } from './rewards.messages.ts'
import { pointsDue, type TravelledBooking } from './trip-points.ts'

/** Job of the referrals module: a booking was completed, or stopped counting as completed. */
export const REFERRAL_JOB = 'referrals.settle'

export const tripPoints = { gives: 'points.trip', undo: 'points.trip_undone' } as const

/**
 * Makes the points of a booking match its state: given to both sides when it is completed with a
 * witnessed boarding and without an open dispute; taken back when it no longer counts as travelled.
 * If passenger and driver may be the same person, the points wait for the team. Safe to repeat.
 */
export async function settlePoints(deps: ActDeps, bookingId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const booking = await findTravelled(tx, bookingId)
    if (!booking) return
    if (booking.status !== 'completed') await takeBack(tx, deps, booking)
    else if (booking.isDisputed || !(await give(tx, deps, booking))) return
    await enqueue(tx, deps.clock, { name: REFERRAL_JOB, payload: { bookingId } })
  })
}

/** Both people of a booking as possible receivers of points. */
export function sidesOf({ bookingId, passengerId, driverId }: TravelledBooking): PointsCause[] {
  return [passengerId, driverId].map((userId) => ({ causeId: bookingId, userId }))
}

/** Gives the points of a booking; false without a witnessed boarding or while a review says no. */
async function give(tx: Tx, deps: ActDeps, booking: TravelledBooking): Promise<boolean> {
  const { bookingId, passengerId, driverId } = booking
  if (!booking.isWitnessed) return false
  const now = deps.clock.now()
  const given = await listGivenPoints(tx, { ...tripPoints, causes: sidesOf(booking) })
  if (given.length > 0) return true
  const review = await findReview(tx, 'trip', bookingId)
  if (review && review.outcome !== 'pay') return false
  const signs = review ? [] : await listSelfTripSigns(tx, booking)
  if (signs.length > 0) {
    const people = { firstId: passengerId, secondId: driverId }
    await openReview(tx, deps, { kind: 'trip', subjectId: bookingId, ...people, signs })
    return false
  }
  for (const { userId, points } of pointsDue(booking)) {
    const isNew = await awardTripPoints(tx, { causeId: bookingId, userId, points, now })
    if (!isNew) continue
    await tellUser(tx, deps, pointsEarned, { userId, data: { points }, cause: bookingId })
  }
  return true
}

async function takeBack(tx: Tx, deps: ActDeps, booking: TravelledBooking): Promise<void> {
  const { bookingId } = booking
  const given = await listGivenPoints(tx, { ...tripPoints, causes: sidesOf(booking) })
  for (const { userId } of given.sort((a, b) => (a.userId < b.userId ? -1 : 1))) {
    const done = await takeTripPoints(tx, { causeId: bookingId, userId, now: deps.clock.now() })
    if (!done.isNew) continue
    const data = { taken: done.taken, missing: done.missing }
    await tellUser(tx, deps, pointsTaken, { userId, data, cause: bookingId })
  }
}
