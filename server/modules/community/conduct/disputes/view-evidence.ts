import type { CaseEvidence } from '#contract/case-evidence.ts'
import { readEvidence } from '#server/modules/community/conversations/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { lockBooking, partyOf } from '#server/modules/travel/bookings/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { findDispute } from './disputes.queries.ts'

/**
 * Shows the team what passenger and driver of an open dispute wrote to each other, and their last
 * positions; records the view in the same transaction. Errors: `dispute_not_found`,
 * `dispute_resolved`, `forbidden` for a party of the booking.
 */
export async function viewDisputeEvidence(
  deps: ActDeps,
  actor: ActorId,
  { bookingId }: { bookingId: string },
): Promise<CaseEvidence> {
  return await inTransaction(deps.db, async (tx) => {
    // The lock keeps a parallel decision from closing the dispute between check and record.
    const booking = await lockBooking(tx, bookingId)
    const dispute = booking && (await findDispute(tx, bookingId))
    if (!booking || !dispute) throw new AppError('dispute_not_found')
    if (partyOf(booking, actor.userId)) throw new AppError('forbidden')
    if (dispute.outcome) throw new AppError('dispute_resolved')
    const { tripId, driverId, passengerId } = booking
    await recordStaffAction(tx, actor, {
      ...{ at: deps.clock.now(), action: 'case_chat.viewed', reason: null },
      subject: { kind: 'booking', id: bookingId },
      details: { tripId },
    })
    const userIds = [passengerId, driverId] as const
    return await readEvidence(tx, deps, { tripId, driverId, userIds })
  })
}
