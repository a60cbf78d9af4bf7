import type { PayoutBatch } from '#contract/payout-batches.ts'
import { assertLast, authorizeAct } from '#server/modules/people/users/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { findBatch, noteBatch } from './bank-file.ts'
import { lockWithOwner } from './may-leave.ts'
import {
  confirmTakenBack,
  listWithdrawalsInBatch,
  lockBatch,
  markApprovedAgain,
  setTakenBack,
} from './queue.queries.ts'
import { noteStep, type StepDeps } from './withdrawal-steps.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'

/**
 * Revokes a bank file that was not uploaded. One person says so and another one confirms: then its
 * withdrawals are approved again. If the second person disagrees, the file stays. Idempotent.
 * Errors: `payout_batch_not_found`, `payout_batch_taken_back`, `payout_batch_paid` once the result
 * of one of its withdrawals at the bank was recorded, `case_changed`,
 * and those of `authorizeAct`.
 */
export async function takeBackBatch(
  deps: StepDeps,
  { userId: by }: ActorId,
  { batchId: id, agree, isLast }: { batchId: string; agree: boolean; isLast?: boolean | undefined },
): Promise<PayoutBatch> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch) throw new AppError('payout_batch_not_found')
    if (batch.takenBackConfirmedBy !== null) throw new AppError('payout_batch_taken_back')
    const rows = await listWithdrawalsInBatch(tx, id)
    for (const row of rows) assertNotTold(row)
    if (batch.takenBackBy !== by) assertLast(isLast, agree && batch.takenBackBy !== null)
    const act = {
      actor: by,
      permission: 'withdrawals.decide',
      subject: { kind: 'payout_batch', id },
      affected: rows.map(({ userId }) => userId),
    } as const
    if (!agree) {
      await authorizeAct(tx, deps, { ...act, signs: 'alone' })
      await setTakenBack(tx, { id, by: null, now })
    } else if (batch.takenBackBy === null) {
      await authorizeAct(tx, deps, { ...act, signs: 'first' })
      await setTakenBack(tx, { id, by, now })
    } else if (batch.takenBackBy !== by) {
      await authorizeAct(tx, deps, { ...act, signs: 'second', earlier: [batch.takenBackBy] })
      await confirmTakenBack(tx, { id, by, now })
      for (const row of rows) await approveAgain(tx, deps, { row, by })
    }
    const step = !agree ? 'refused' : batch.takenBackBy === null ? 'proposed' : 'confirmed'
    await noteBatch(tx, deps, { id, by, action: `payout_batch.take_back_${step}` })
    const found = await findBatch(tx, id)
    assert(found, 'a locked batch')
    return found
  })
}

/** Errors: `payout_batch_paid`. */
function assertNotTold({ status, result }: WithdrawalRow): void {
  if (status !== 'sent' || result !== null) throw new AppError('payout_batch_paid')
}

async function approveAgain(
  tx: Tx,
  deps: StepDeps,
  { row, by }: { row: WithdrawalRow; by: string },
): Promise<void> {
  const now = deps.clock.now()
  const { id, batchId } = row
  const locked = await lockWithOwner(tx, id)
  assert(locked, 'a withdrawal of a batch')
  // A result that was told meanwhile keeps the whole file.
  assertNotTold(locked)
  await markApprovedAgain(tx, { id, now })
  await noteStep(tx, deps, id, { event: 'taken_back', actorId: by, details: { batchId } })
}
