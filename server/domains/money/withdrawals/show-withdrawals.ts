import type { Withdrawal } from '#contract/withdrawals.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { raiseHeldFares } from './raise-held-fares.ts'
import { readSum } from './withdrawal-sum.ts'
import { presentWithdrawal } from './withdrawals.present.ts'
import { findWithdrawal, type WithdrawalRow, withdrawalsOf } from './withdrawals.queries.ts'

const PAGE = 10

type ShowDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** What a person can take out, and a page of what they took out. */
export async function listWithdrawals(
  deps: ShowDeps,
  { userId }: ActorId,
  { page = 1 }: { page?: number | undefined },
) {
  const sum = await readSum(deps.db, deps, userId)
  // Nobody looks for these fares before their driver wants the money.
  if (sum.held > 0) await raiseHeldFares(deps, userId)
  const part = { userId, limit: PAGE, offset: (page - 1) * PAGE }
  const { found, total } = await withdrawalsOf(deps.db, part)
  const items = found.map((row) => presentWithdrawal(deps, row))
  return { sum, items, total, totalPages: Math.ceil(total / PAGE) }
}

/** A person's own withdrawal. Errors: `withdrawal_not_found`, also for somebody else's. */
export async function findOwn(
  deps: Pick<Deps, 'db'>,
  { userId }: ActorId,
  { withdrawalId }: { withdrawalId: string },
): Promise<WithdrawalRow> {
  const row = await findWithdrawal(deps.db, withdrawalId)
  if (row?.userId !== userId) throw new AppError('withdrawal_not_found')
  return row
}

/** A person's own withdrawal, as they see it. Errors: `withdrawal_not_found`. */
export async function showWithdrawal(
  deps: ShowDeps,
  actor: ActorId,
  asked: { withdrawalId: string },
): Promise<Withdrawal> {
  return presentWithdrawal(deps, await findOwn(deps, actor, asked))
}
