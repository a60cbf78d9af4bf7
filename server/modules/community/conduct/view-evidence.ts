import type { CaseEvidence } from '#contract/case-evidence.ts'
import type { ReportedWords } from '#contract/conduct.ts'
import { readEvidence } from '#server/modules/community/conversations/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { findCaseTrips, lockCase } from './conduct.queries.ts'
import { lockCaseFor } from './hear-person.ts'
import { wordsOf } from './report-subjects.ts'

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

/**
 * Shows the team the message or rating that a case is about; records the view in the same
 * transaction. Errors: `report_not_found`, also for a case about a person or a trip.
 */
export async function viewReportedWords(
  deps: ActDeps,
  actor: ActorId,
  { caseId }: { caseId: string },
): Promise<ReportedWords> {
  return await inTransaction(deps.db, async (tx) => {
    const found = await lockCase(tx, caseId)
    const subject = found && { kind: found.subjectKind, id: found.subjectId }
    const words = subject && (await wordsOf(tx, deps, subject))
    if (!words) throw new AppError('report_not_found')
    await recordStaffAction(tx, actor, {
      ...{ at: deps.clock.now(), action: 'reported_words.viewed', reason: null },
      subject: { kind: 'conduct_case', id: caseId },
      details: subject,
    })
    return words
  })
}
