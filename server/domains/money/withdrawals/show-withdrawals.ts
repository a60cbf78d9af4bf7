import type { Withdrawal } from '#contract/withdrawals.ts'
import { openCase } from '#server/domains/bank/cases/cases.public.ts'
import { listHeldFares } from '#server/domains/bank/ledger/ledger.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { readSum } from './withdrawal-sum.ts'
import { presentWithdrawal } from './withdrawals.present.ts'
import { findWithdrawal, listWithdrawalsOf, type WithdrawalRow } from './withdrawals.queries.ts'

const PAGE = 10

type ShowDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Returns the withdrawable sum of a person and a page of their withdrawals. */
export async function listWithdrawals(
  deps: ShowDeps,
  { userId }: ActorId,
  { page = 1 }: { page?: number | undefined },
) {
  const sum = await readSum(deps.db, deps, userId)
  // Open the cases of held fares only now: they matter when the driver wants the money.
  if (sum.held > 0) await raiseHeldFares(deps, userId)
  const part = { userId, limit: PAGE, offset: (page - 1) * PAGE }
  const { found, total } = await listWithdrawalsOf(deps.db, part)
  const items = found.map((row) => presentWithdrawal(deps, row))
  return { sum, items, total, totalPages: Math.ceil(total / PAGE) }
}

/**
 * Opens a case for each fare of a driver that is held because driver and passenger share a card, a
 * device or an account. Closing it releases the fare. One case per booking; idempotent.
 */
async function raiseHeldFares(deps: Pick<Deps, 'db' | 'clock'>, userId: string) {
  const now = deps.clock.now()
  for (const { booking, pesos } of await listHeldFares(deps.db, { userId, now })) {
    const found = { kind: 'shared_fare', reference: null, transactionId: booking } as const
    const details = { userId, pesos }
    await inTransaction(deps.db, (tx) => openCase(tx, { ...found, details, now }))
  }
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
  deps: ShowDeps,
  actor: ActorId,
  asked: { withdrawalId: string },
): Promise<Withdrawal> {
  return presentWithdrawal(deps, await findOwn(deps, actor, asked))
}
