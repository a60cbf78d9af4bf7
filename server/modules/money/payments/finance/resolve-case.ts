import { needsTwoPeople } from '#contract/finance.ts'
import { listCasePeople, lockCase, markResolved } from '#server/modules/bank/ledger/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { authorizeAct } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'

/**
 * Closes a case with a note; moves no money. A repeat with the same note has no effect. Errors:
 * `payment_case_not_found`, `payment_case_resolved`, `payment_case_proposed`,
 * `payment_case_two_people` for a case that pays, and those of `authorizeAct`.
 */
export async function resolveCase(
  deps: ActDeps,
  { userId: resolverId }: ActorId,
  { caseId, note }: { caseId: string; note: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const found = await lockCase(tx, caseId)
    if (!found) throw new AppError('payment_case_not_found')
    const subject = { kind: 'payment_case', id: caseId }
    const affected = await listCasePeople(tx, caseId)
    const act = { actor: resolverId, signs: 'alone', permission: 'payments.cases' } as const
    await authorizeAct(tx, deps, { ...act, affected, subject })
    if (found.closed_at) {
      if (found.resolved_by === resolverId && found.note === note) return
      throw new AppError('payment_case_resolved')
    }
    if (found.proposed_by) throw new AppError('payment_case_proposed')
    if (needsTwoPeople(found.kind)) throw new AppError('payment_case_two_people')
    await markResolved(tx, { id: caseId, resolvedBy: resolverId, note, now })
    const details = { kind: found.kind, reference: found.reference, note }
    const entry = { at: now, action: 'payment_case.resolved', subject, reason: note, details }
    await recordStaffAction(tx, { userId: resolverId }, entry)
  })
}
