import type { NewAccount, PayoutAccount } from '#contract/withdrawal-accounts.ts'
import { ACCOUNT_WAIT_HOURS, PAYOUT_ACCOUNTS_MAX } from '#contract/withdrawal-limits.ts'
import { type KeyType, PayoutError, payoutPort } from '#server/modules/bank/payouts/index.ts'
import { requireStepUp } from '#server/modules/people/access/index.ts'
import { lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { Actor, ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { presentAccount } from './accounts.present.ts'
import { findAccountByIndex, insertAccount, listAccountsOf, removeRow } from './accounts.queries.ts'
import {
  type Destination,
  destinationIndex,
  destinationOf,
  normalKey,
  sealDestination,
  shownAccount,
} from './destination.ts'
import { type Holder, isNameOf, requireHolder } from './holder.ts'
import { payoutAccountAdded } from './withdrawals.messages.ts'

/**
 * Adds a payout account of a verified person, usable after a waiting time, and notifies the person
 * immediately. A repeat returns the same row. Errors: `step_up_required`, `identity_unverified`,
 * `payout_accounts_full`, and those of `resolveKey`.
 */
export async function addAccount(
  deps: Deps,
  actor: Actor,
  given: NewAccount,
): Promise<PayoutAccount> {
  await requireStepUp(deps, actor)
  return await addProvedAccount(deps, actor, given)
}

/** As `addAccount`, for a caller that has checked the step-up. */
export async function addProvedAccount(
  deps: Deps,
  { userId }: ActorId,
  given: NewAccount,
): Promise<PayoutAccount> {
  const asked = await requireHolder(deps.db, deps, userId)
  // Resolve the key before the transaction, because a transaction makes no network call.
  const name = given.kind === 'breb' ? (await ownKey(deps, asked, given)).holder : asked.name
  // The directory must still return the holder that the person saw.
  if (given.kind === 'breb' && name !== given.holder) throw new AppError('payout_holder_differs')
  return await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const holder = await requireHolder(tx, deps, userId)
    const destination = destinationOf(given, name)
    const index = destinationIndex(deps.secrets, destination)
    const same = await findAccountByIndex(tx, { userId, index })
    const context = { version: holder.version, now: deps.clock.now() }
    if (same?.identificationVersion === holder.version) return presentAccount(deps, same, context)
    // The account was added under another identity: replace it, with a new waiting time.
    if (same) await removeRow(tx, { id: same.id, now: deps.clock.now() })
    return await insert(tx, deps, { userId, holder, destination, index })
  })
}

type New = { userId: string; holder: Holder; destination: Destination; index: Buffer }

async function insert(tx: Tx, deps: Deps, added: New): Promise<PayoutAccount> {
  const { userId, holder, destination, index } = added
  const before = await listAccountsOf(tx, userId)
  if (before.length >= PAYOUT_ACCOUNTS_MAX) throw new AppError('payout_accounts_full')
  const id = newId()
  const now = deps.clock.now()
  const usableFrom = addMs(now, ACCOUNT_WAIT_HOURS * HOUR_MS)
  const { kind, bank, accountType, keyType } = destination
  const row = await insertAccount(tx, {
    ...{ id, userId, kind, bank, accountType, keyType, index, now, usableFrom },
    sealed: sealDestination(deps.secrets, 'payout_accounts', id, destination),
    identificationVersion: holder.version,
    preferred: before.length === 0,
  })
  const { title: account, masked } = shownAccount(destination)
  const path = `/retirar?cuenta=${id}`
  const data = { account, masked, usableFrom: usableFrom.toISOString(), path }
  await tellUser(tx, deps, payoutAccountAdded, { userId, data, cause: id })
  const subject = { subjectKind: 'payout_account', subjectId: id }
  const action = 'payout_account.added'
  await recordAudit(tx, { at: now, actorId: userId, action, ...subject, details: { kind } })
  assert(row, 'an account just written')
  return presentAccount(deps, row, { version: holder.version, now })
}

/**
 * Returns the holder of a Bre-B key that belongs to the person. Errors: `identity_unverified`,
 * `payout_key_unknown`, `payout_holder_differs`, `payouts_unavailable`.
 */
export async function resolveKey(
  deps: Deps,
  { userId }: ActorId,
  asked: { keyType: KeyType; key: string },
): Promise<{ holder: string; bank: string | null }> {
  return await ownKey(deps, await requireHolder(deps.db, deps, userId), asked)
}

/** Reads a key from the directory and compares its holder with the verified identity. */
async function ownKey(
  deps: Deps,
  holder: Holder,
  { keyType, key }: { keyType: KeyType; key: string },
): Promise<{ holder: string; bank: string | null }> {
  const port = payoutPort(deps)
  if (!port) throw new AppError('payouts_unavailable')
  const normal = normalKey({ keyType, key })
  const found = await port.resolveKey({ keyType, key: normal }).catch((error: unknown) => {
    throw error instanceof PayoutError ? new AppError('payouts_unavailable') : error
  })
  if (!found) throw new AppError('payout_key_unknown')
  // Compare names only: the directory masks names and returns no legal id.
  if (!isNameOf(found.name, holder.name)) throw new AppError('payout_holder_differs')
  return { holder: found.name, bank: found.bank }
}
