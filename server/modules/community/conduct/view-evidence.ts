import type { CaseEvidence } from '#contract/case-evidence.ts'
import { readEvidence } from '#server/modules/community/conversations/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { findCaseTrips } from './case-trips.queries.ts'
import { lockCaseFor } from './hear-person.ts'

/**
 * Shows the team what the two people of an open report wrote to each other about its trip, and
 * their last positions; records the view in the same transaction. Errors: as `lockCaseFor`;
 * `report_decided`, `report_not_found` also for a case without a trip of two people.
 */
export async function viewCaseEvidence(
  deps: ActDeps,
  actor: ActorId,
  { caseId }: { caseId: string },
): Promise<CaseEvidence> {
  return await inTransaction(deps.db, async (tx) => {
    const found = await lockCaseFor(tx, caseId, actor.userId)
    if (found.outcome) throw new AppError('report_decided')
    const trip = (await findCaseTrips(tx, [caseId])).get(caseId)
    if (!trip || found.reporterId === null) throw new AppError('report_not_found')
    const { tripId, driverId } = trip
    const userIds = [found.reporterId, found.userId] as const
    await recordStaffAction(tx, actor, {
      ...{ at: deps.clock.now(), action: 'case_chat.viewed', reason: null },
      subject: { kind: 'conduct_case', id: caseId },
      details: { tripId },
    })
    return await readEvidence(tx, deps, { tripId, driverId, userIds })
  })
}
