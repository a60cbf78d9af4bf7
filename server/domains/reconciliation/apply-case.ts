import {
  lockCase,
  markResolved,
  settleReference,
} from '#server/domains/payments/payments.public.ts'
import { recordStaffAction } from '#server/domains/staff-actions/staff-actions.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { isApplicable } from './compare.ts'

/**
 * Brings our record to what the gateway says of a case, read again now: the only way in which a
 * top-up changes. Repeating it changes nothing more.
 * Errors: `payment_case_not_found`, `payment_case_resolved`, `payment_case_not_applicable`,
 * `forbidden` for the owner of the payment, `gateway_unavailable`.
 */
export async function applyCase(
  deps: Deps,
  actor: ActorId,
  { caseId, note }: { caseId: string; note: string },
): Promise<string[]> {
  const { reference } = await inTransaction(deps.db, (tx) => requireOpen(tx, actor, caseId))
  // Outside of a transaction: it asks the gateway. It is idempotent, so a crash here is repeated.
  const settled = await settleReference(deps, reference)
  const outcomes = settled.map(({ outcome }) => outcome)
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { kind } = await requireOpen(tx, actor, caseId)
    await markResolved(tx, { id: caseId, resolvedBy: actor.userId, note, now })
    await recordStaffAction(tx, actor, {
      at: now,
      action: 'payment_case.applied',
      subject: { kind: 'payment_case', id: caseId },
      reason: note,
      details: { kind, reference, outcomes },
    })
  })
  return outcomes
}

async function requireOpen(
  tx: Parameters<typeof lockCase>[0],
  { userId }: ActorId,
  caseId: string,
): Promise<{ kind: string; reference: string }> {
  const found = await lockCase(tx, caseId)
  if (!found) throw new AppError('payment_case_not_found')
  if (found.user_id === userId) throw new AppError('forbidden')
  if (found.closed_at) throw new AppError('payment_case_resolved')
  const { kind, reference } = found
  if (reference === null || !isApplicable(kind)) throw new AppError('payment_case_not_applicable')
  return { kind, reference }
}
