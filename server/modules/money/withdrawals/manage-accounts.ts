import type { PayoutAccount } from '#contract/withdrawal-accounts.ts'
import { paysByGateway } from '#server/modules/bank/payouts/index.ts'
import { closeSessionsOf } from '#server/modules/people/access/index.ts'
import { lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { Actor, ActorId } from '#server/platform/http/session.ts'
import { presentAccount } from './accounts.present.ts'
import {
  type AccountRow,
  findAccount,
  listAccountsOf,
  preferRow,
  removeRow,
  sumOpenTo,
} from './accounts.queries.ts'
import { openDestination, shownAccount } from './destination.ts'
import { findHolder } from './holder.ts'
import { endUnsent } from './may-leave.ts'
import { payoutAccountRemoved } from './withdrawals.messages.ts'

/** Lists the payout accounts of a person, and the obstacles to adding one. */
export async function listAccounts(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls'>,
  { userId }: ActorId,
) {
  const holder = await findHolder(deps.db, deps, userId)
  const context = { version: holder?.version, now: deps.clock.now() }
  const rows = await listAccountsOf(deps.db, userId)
  return {
    items: rows.map((row) => presentAccount(deps, row, context)),
    identityVerified: holder !== undefined,
    holder: holder?.name ?? null,
    brebOffered: paysByGateway(deps),
  }
}

type AccountDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'metrics'>
type Asked = { accountId: string }

/** Makes this account the preferred one. Errors: `payout_account_not_found`. */
export async function preferAccount(
  deps: AccountDeps,
  { userId }: ActorId,
  { accountId }: Asked,
): Promise<PayoutAccount> {
  return await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    await findOpen(tx, { accountId, userId })
    await preferRow(tx, { userId, id: accountId })
    const holder = await findHolder(tx, deps, userId)
    const row = await findAccount(tx, { id: accountId, userId })
    assert(row, 'an account of the person')
    return presentAccount(deps, row, { version: holder?.version, now: deps.clock.now() })
  })
}

async function findOpen(tx: Tx, { accountId, userId }: Asked & { userId: string }) {
  const row = await findAccount(tx, { id: accountId, userId })
  if (!row || row.removedAt) throw new AppError('payout_account_not_found')
  return row
}

/** Removes an account. Idempotent. Errors: `payout_account_not_found`, `payout_account_in_use`. */
export async function removeAccount(deps: AccountDeps, { userId }: ActorId, { accountId }: Asked) {
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const row = await findAccount(tx, { id: accountId, userId })
    if (!row) throw new AppError('payout_account_not_found')
    if (row.removedAt) return
    if ((await sumOpenTo(tx, accountId)) > 0) throw new AppError('payout_account_in_use')
    await remove(tx, deps, row, { action: 'payout_account.removed', sentPesos: 0 })
  })
}

/**
 * Removes an account that its owner did not add, cancels the withdrawals to it that were not handed
 * over, tells what had left already, and ends every other session. Idempotent. Errors:
 * `payout_account_not_found`.
 */
export async function denyAccount(
  deps: AccountDeps,
  { userId, sessionId }: Actor,
  { accountId }: Asked,
): Promise<{ cancelled: number; sentPesos: number; sessionsEnded: number }> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const row = await findAccount(tx, { id: accountId, userId })
    if (!row) throw new AppError('payout_account_not_found')
    const ending = { status: 'cancelled', actorId: userId } as const
    const cancelled = await endUnsent(tx, deps, { userId, accountId }, ending)
    const sentPesos = await sumOpenTo(tx, accountId)
    if (!row.removedAt) await remove(tx, deps, row, { action: 'payout_account.denied', sentPesos })
    const except = sessionId
    const reason = 'closed_all'
    const sessionsEnded = await closeSessionsOf(tx, { userId, except, reason, now })
    return { cancelled, sentPesos, sessionsEnded }
  })
}

async function remove(
  tx: Tx,
  deps: AccountDeps,
  row: AccountRow,
  removed: { action: 'payout_account.removed' | 'payout_account.denied'; sentPesos: number },
): Promise<void> {
  const now = deps.clock.now()
  const { id, userId } = row
  await removeRow(tx, { id, now })
  const rest = await listAccountsOf(tx, userId)
  if (row.preferred) await preferRow(tx, { userId, id: rest[0]?.id ?? null })
  const { title: account, masked } = shownAccount(
    openDestination(deps.secrets, 'payout_accounts', id, row.sealed),
  )
  const { action, sentPesos } = removed
  const data = { account, masked, sentPesos }
  await tellUser(tx, deps, payoutAccountRemoved, { userId, data, cause: id })
  const subject = { subjectKind: 'payout_account', subjectId: id }
  await recordAudit(tx, { at: now, actorId: userId, action, ...subject })
}
