import type { CaseOutcome } from '#contract/conduct.ts'
import { insertSanctionEvent } from '#server/domains/sanctions/sanctions.public.ts'
import { recordStaffAction } from '#server/domains/staff-actions/staff-actions.public.ts'
import { lockUser, tellUser } from '#server/domains/users/users.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { type Case, closeCase, lockCase } from './conduct.queries.ts'
import { followSanction } from './follow-sanction.ts'
import { sanctionOf } from './ladder.ts'
import { hide, isText, tellHidden } from './report-subjects.ts'

export type Decision = {
  caseId: string
  outcome: CaseOutcome
  /** Of a suspension. */
  days?: number | undefined
  /** The person reads it. */
  note: string
}

type DecideDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/**
 * Decides a case. The sanction, its message and the job for its effects are one transaction.
 * Idempotent for the same outcome. Errors: `report_not_found`, `report_decided`, `forbidden` for
 * who is part of the case, `suspension_days_required`, `nothing_to_hide`.
 */
export async function decideCase(
  deps: DecideDeps,
  { userId: deciderId }: ActorId,
  decision: Decision,
): Promise<CaseOutcome> {
  const { caseId, outcome, days, note } = decision
  if (outcome === 'suspension' && !days) throw new AppError('suspension_days_required')
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const found = await lockCase(tx, caseId)
    if (!found) throw new AppError('report_not_found')
    if ([found.userId, found.reporterId].includes(deciderId)) throw new AppError('forbidden')
    if (found.outcome === outcome) return outcome
    if (found.outcome) throw new AppError('report_decided')
    const subject = { kind: found.subjectKind, id: found.subjectId }
    if (outcome === 'hidden' && !isText(subject)) throw new AppError('nothing_to_hide')
    const sanctionId = await sanction(tx, deps, found, { ...decision, deciderId, now })
    // What led to a sanction is not left to be read. After it: the person is locked first.
    const decided = { actorId: deciderId, reason: note }
    if (outcome !== 'nothing') await hide(tx, deps, subject, decided)
    if (outcome === 'hidden') {
      await tellHidden(tx, deps, subject, { userId: found.userId, reason: note, caseId })
    }
    await closeCase(tx, { id: caseId, outcome, note, decidedBy: deciderId, sanctionId, now })
    await recordStaffAction(
      tx,
      { userId: deciderId },
      {
        at: now,
        action: 'conduct.decided',
        subject: { kind: 'conduct_case', id: caseId },
        reason: note,
        details: { outcome, note },
      },
    )
    if (found.reporterId) await tellReporter(tx, deps, found, outcome)
    return outcome
  })
}

async function sanction(
  tx: Tx,
  deps: DecideDeps,
  { id: caseId, userId }: Case,
  decided: Decision & { deciderId: string; now: Date },
): Promise<string | null> {
  const kind = sanctionOf[decided.outcome]
  if (!kind) return null
  const { note: reason, days = 0, deciderId: decidedBy, now: at } = decided
  const id = derivedId('conduct.sanction', caseId)
  const endsAt = kind === 'suspended' ? addMs(at, days * DAY_MS) : null
  await lockUser(tx, userId)
  const event = { id, sanctionId: id, userId, kind, at, endsAt, reason, decidedBy, cause: caseId }
  await insertSanctionEvent(tx, event)
  await followSanction(tx, deps, event)
  return id
}

/** Whether something was done, not what: that is between the team and the other person. */
async function tellReporter(
  tx: Tx,
  deps: DecideDeps,
  { id, reporterId }: Case,
  outcome: CaseOutcome,
): Promise<void> {
  if (!reporterId) return
  const data = { isUpheld: outcome !== 'nothing' }
  await tellUser(tx, deps, { userId: reporterId, template: 'report_decided', data, cause: id })
}
