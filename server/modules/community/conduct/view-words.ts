import type { ReportedWords } from '#contract/conduct.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { lockCase } from './conduct.queries.ts'
import { wordsOf } from './report-subjects.ts'

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
