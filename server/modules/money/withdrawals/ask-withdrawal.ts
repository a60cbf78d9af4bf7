import { WITHDRAWAL_MIN_PESOS, WITHDRAWAL_TWO_PEOPLE_PESOS } from '#contract/withdrawal-limits.ts'
import { withdrawalReference } from '#contract/withdrawal-reference.ts'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { assertNoDebt } from '#server/modules/bank/ledger/index.ts'
import { readSwitch } from '#server/modules/foundation/switches/index.ts'
import { lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { bogotaDate, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { isUsable } from './accounts.present.ts'
import { findAccount } from './accounts.queries.ts'
import { openDestination, sealDestination } from './destination.ts'
import { requireHolder } from './holder.ts'
import { holdMoney } from './withdrawal-money.ts'
import { factsOf, noteStep, type StepDeps } from './withdrawal-steps.ts'
import { readSum } from './withdrawal-sum.ts'
import { withdrawalRequested } from './withdrawals.messages.ts'
import { presentWithdrawal } from './withdrawals.present.ts'
import {
  findWithdrawal,
  insertWithdrawal,
  requireTwoPeople,
  sumAskedSince,
} from './withdrawals.queries.ts'

type Asked = { amount: number; accountId: string }

/**
 * Creates a withdrawal and holds its money. A repeat with the same key returns the same withdrawal.
 * Errors: `identity_unverified`, `payout_account_not_found`, `payout_account_waits`, `debt_open`,
 * `withdrawal_too_small`, `withdrawal_too_large`, `withdrawal_day_limit`, `insufficient_funds`,
 * `withdrawals_off`.
 */
export async function askWithdrawal(
  deps: StepDeps,
  { userId }: ActorId,
  { amount, accountId, idempotencyKey: key }: Asked & { idempotencyKey: CallKey | undefined },
): Promise<Withdrawal> {
  const now = deps.clock.now()
  const withdrawals = await readSwitch(deps, 'withdrawals')
  return await inTransaction(deps.db, async (tx) => {
    // Serialise the withdrawals of a person, so that the limit of the day counts parallel requests.
    await lockUser(tx, userId)
    const call = { actorId: userId, operation: 'withdrawals.create', key, now }
    const request = { amount, accountId }
    const claim = await claimKey(tx, { ...call, request }, (id) => findWithdrawal(tx, id))
    if (claim.earlier) return presentWithdrawal(deps, claim.earlier)
    withdrawals.assertOn()
    const id = claim.resourceId
    const sealed = await destinationFor(tx, deps, { id, userId, accountId })
    await assertMayTake(tx, deps, { userId, amount })
    const twoPeople = await needsTwoPeople(tx, { userId, amount, now })
    const row = { id, userId, accountId, reference: withdrawalReference(id), pesos: amount, now }
    await insertWithdrawal(tx, { ...row, sealed, twoPeople })
    await holdMoney(tx, { id, userId, pesos: amount, now })
    await noteStep(tx, deps, id, { event: 'requested', actorId: userId, details: { amount } })
    const asked = await findWithdrawal(tx, id)
    assert(asked, 'a withdrawal just written')
    const data = factsOf(deps, asked)
    await tellUser(tx, deps, withdrawalRequested, { userId, data, cause: id })
    deps.metrics.count('withdrawal_requested')
    return presentWithdrawal(deps, asked)
  })
}

/** Encrypts a copy of the account for the withdrawal. */
async function destinationFor(
  tx: Tx,
  deps: StepDeps,
  { id, userId, accountId }: { id: string; userId: string; accountId: string },
): Promise<Buffer> {
  const { version } = await requireHolder(tx, deps, userId)
  const account = await findAccount(tx, { id: accountId, userId })
  if (!account || account.removedAt) throw new AppError('payout_account_not_found')
  const now = deps.clock.now()
  if (account.identificationVersion !== version) throw new AppError('identity_unverified')
  if (!isUsable(account, { version, now })) throw new AppError('payout_account_waits')
  const { secrets } = deps
  const destination = openDestination(secrets, 'payout_accounts', account.id, account.sealed)
  return sealDestination(secrets, 'withdrawals', id, destination)
}

/**
 * Whether the person's withdrawals of the day exceed the sum that one member of finance can
 * approve. Then the earlier unapproved ones need two people too: a large sum could be split.
 */
async function needsTwoPeople(
  tx: Tx,
  { userId, amount, now }: { userId: string; amount: number; now: Date },
): Promise<boolean> {
  const since = startOfBogotaDate(bogotaDate(now))
  const today = await sumAskedSince(tx, { userId, since })
  if (today.pesos + amount <= WITHDRAWAL_TWO_PEOPLE_PESOS) return false
  await requireTwoPeople(tx, { userId, since, now })
  return true
}

async function assertMayTake(
  tx: Tx,
  deps: StepDeps,
  { userId, amount }: { userId: string; amount: number },
): Promise<void> {
  if (amount < WITHDRAWAL_MIN_PESOS) throw new AppError('withdrawal_too_small')
  await assertNoDebt(tx, userId)
  const sum = await readSum(tx, deps, userId)
  if (amount > sum.leftToday) throw new AppError('withdrawal_day_limit')
  if (amount > sum.available) throw new AppError('insufficient_funds')
  if (amount > sum.withdrawable) throw new AppError('withdrawal_too_large', { details: sum })
}
