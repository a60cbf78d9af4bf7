import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { refreshReputation } from '#server/modules/people/standing/index.ts'
import { authorizeAct } from '#server/modules/people/users/index.ts'
import { lockBooking, partyOf } from '#server/modules/travel/bookings/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CaseOutcome, closeCase, findCase, isUnderReview } from './rating-cases.queries.ts'
import { insertRatingEvent, listRatingsOfBookings } from './ratings.queries.ts'
import { tellCaseDecided } from './tell-case.ts'

/**
 * Decides whether the ratings of a booking count: only if each of its cases says so. Idempotent.
 * Errors: `rating_case_not_found`, `rating_case_resolved`, those of `authorizeAct`.
 */
export function resolveCase(
  deps: ActDeps,
  actor: ActorId,
  { caseId, outcome, note }: { caseId: string; outcome: CaseOutcome; note: string },
): Promise<CaseOutcome> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const known = await findCase(tx, caseId)
    const booking = known && (await lockBooking(tx, known.bookingId))
    // Read again after the lock: a parallel request may have decided.
    const found = booking && (await findCase(tx, caseId))
    if (!booking || !found) throw new AppError('rating_case_not_found')
    if (partyOf(booking, actor.userId)) throw new AppError('forbidden')
    if (found.outcome === outcome) return outcome
    if (found.outcome) throw new AppError('rating_case_resolved')
    const subject = { kind: 'booking', id: booking.id }
    const act = { actor: actor.userId, permission: 'disputes.resolve', signs: 'alone' } as const
    const affected = [booking.passengerId, booking.driverId]
    await authorizeAct(tx, deps, { ...act, affected, subject })
    await closeCase(tx, { id: caseId, outcome, note, resolvedBy: actor.userId, now })
    const entry = { at: now, action: 'rating_case.resolved', subject, reason: note }
    const details = { kind: found.kind, outcome, note }
    await recordStaffAction(tx, actor, { ...entry, details })
    const count = !(await isUnderReview(tx, booking.id))
    for (const { id, discounted } of await listRatingsOfBookings(tx, [booking.id])) {
      if (discounted !== count) continue
      const event = count ? 'counted' : 'discounted'
      await insertRatingEvent(tx, { ratingId: id, event, actorId: actor.userId, now })
    }
    await tellCaseDecided(tx, deps, booking, { caseId, count })
    await refreshReputation(tx, deps, [booking.passengerId, booking.driverId])
    return outcome
  })
}
