import type { Withdrawal } from '#contract/withdrawals.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import { raiseHeldFares } from './claim-withdrawal.ts'
import { readSum } from './withdrawal-sum.ts'
import { presentWithdrawal } from './withdrawals.present.ts'
import { findWithdrawal, listWithdrawalsOf, type WithdrawalRow } from './withdrawals.queries.ts'

const PAGE = 10

/** Returns the withdrawable sum of a person and a page of their withdrawals. */
export async function listWithdrawals(
  deps: ActDeps,
  { userId }: ActorId,
  { page }: { page?: number | undefined },
) {
  const sum = await readSum(deps.db, deps, userId)
  // Open the cases of held fares only now: they matter when the driver wants the money.
  if (sum.held > 0) {
    await inTransaction(deps.db, (tx) => raiseHeldFares(tx, { userId, now: deps.clock.now() }))
  }
  const part = { userId, ...partOf(page, PAGE) }
  const { found, total } = await listWithdrawalsOf(deps.db, part)
  const items = found.map((row) => presentWithdrawal(deps, row))
  return { sum, ...pageOf(items, total, PAGE) }
}

/** Finds a withdrawal of the person. Errors: `withdrawal_not_found`, also for another person's. */
export async function findOwn(
  deps: Pick<Deps, 'db'>,
  { userId }: ActorId,
  { withdrawalId }: { withdrawalId: string },
): Promise<WithdrawalRow> {
  const row = await findWithdrawal(deps.db, withdrawalId)
  if (row?.userId !== userId) throw new AppError('withdrawal_not_found')
  return row
}

/** Returns one of the person's own withdrawals as shown to them. Errors: `withdrawal_not_found`. */
export async function showWithdrawal(
  deps: ActDeps,
  actor: ActorId,
  asked: { withdrawalId: string },
): Promise<Withdrawal> {
  return presentWithdrawal(deps, await findOwn(deps, actor, asked))
}
