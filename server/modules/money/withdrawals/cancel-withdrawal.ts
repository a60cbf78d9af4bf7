import type { Withdrawal } from '#contract/withdrawals.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { isFresh } from './undo-window.ts'
import { endWithdrawal, type StepDeps } from './withdrawal-steps.ts'
import { presentWithdrawal } from './withdrawals.present.ts'
import { findWithdrawal, lockWithdrawal } from './withdrawals.queries.ts'

/**
 * Cancels a withdrawal for its owner and releases the money, until its approval counts. Idempotent.
 * Errors: `withdrawal_not_found`, `withdrawal_not_open`.
 */
export async function cancelWithdrawal(
  deps: StepDeps,
  { userId }: ActorId,
  { withdrawalId: id }: { withdrawalId: string },
): Promise<Withdrawal> {
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockWithdrawal(tx, id)
    if (row?.userId !== userId) throw new AppError('withdrawal_not_found')
    if (row.status === 'cancelled') return presentWithdrawal(deps, row)
    const isOpen = row.status === 'requested' || isFresh(row, deps.clock.now())
    if (!isOpen) throw new AppError('withdrawal_not_open')
    await endWithdrawal(tx, deps, row, { status: 'cancelled', actorId: userId })
    const ended = await findWithdrawal(tx, id)
    assert(ended, 'a withdrawal just ended')
    return presentWithdrawal(deps, ended)
  })
}
