// Withdrawals of the money of a closed account: made by the program, then approved, paid and
// reconciled as all others. No minimum and no daily maximum.
import type { z } from 'zod'
import type { NumberedAccount } from '#contract/withdrawal-accounts.ts'
import { WITHDRAWAL_TWO_PEOPLE_PESOS } from '#contract/withdrawal-limits.ts'
import { withdrawalReference } from '#contract/withdrawal-reference.ts'
import { listHeldFares, openCase, withdrawableOf } from '#server/modules/bank/ledger/index.ts'
import { areSameHuman, hasDocumentNumber, refuseSame } from '#server/modules/people/users/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { insertAccount, listAccountsOf, removeRow } from './accounts.queries.ts'
import {
  type Destination,
  destinationIndex,
  destinationOf,
  destinationOfWithdrawal,
  openDestination,
  sealDestination,
  shownAccount,
} from './destination.ts'
import { findHolder, type Holder } from './holder.ts'
import { holdMoney } from './withdrawal-money.ts'
import { noteStep, type StepDeps } from './withdrawal-steps.ts'
import { findClaimProgress, insertWithdrawal, type WithdrawalRow } from './withdrawals.queries.ts'

/** Where the money of a closed account goes. */
export type ClaimAccount = { accountId: string; destination: Destination }

/**
 * Account that a person has given for payouts, preferred one first, with their verified identity;
 * undefined without one. `usableFrom`: nothing is paid there before. Must be read before the
 * personal data are erased.
 */
export async function findClaimAccount(
  tx: Tx,
  deps: Pick<Deps, 'secrets'>,
  userId: string,
): Promise<{ account: ClaimAccount; usableFrom: Date } | undefined> {
  const owner = await findHolder(tx, deps, userId)
  if (!owner) return undefined
  const accounts = await listAccountsOf(tx, userId)
  const account = accounts.find((each) => each.identificationVersion === owner.version)
  if (!account) return undefined
  const { id, sealed, usableFrom } = account
  const given = openDestination(deps.secrets, 'payout_accounts', id, sealed)
  return { account: { accountId: id, destination: { ...given, owner } }, usableFrom }
}

/** Account of a claim as the team sees it, with a masked number. */
export function presentClaimAccount({ destination }: ClaimAccount) {
  const { holder, owner } = destination
  return { holder, legalId: owner?.legalId ?? '', ...shownAccount(destination) }
}

/** Adds the account that a member of the team entered for the owner or heir of a closed account. */
export async function addClaimAccount(
  tx: Tx,
  { secrets, clock }: TellDeps,
  { userId, given, owner, enteredBy }: EnteredAccount,
): Promise<ClaimAccount> {
  const destination = { ...destinationOf(given, owner.name), owner, enteredBy }
  const { kind, bank, accountType, keyType } = destination
  const [id, now] = [newId(), clock.now()]
  await insertAccount(tx, {
    ...{ id, userId, kind, bank, accountType, keyType, now, usableFrom: now, preferred: false },
    sealed: Buffer.alloc(0),
    index: destinationIndex(secrets, destination),
    identificationVersion: owner.version,
  })
  // The number is in the claim only.
  await removeRow(tx, { id, now })
  return { accountId: id, destination }
}

type EnteredAccount = {
  userId: string
  given: z.output<typeof NumberedAccount>
  owner: Holder
  enteredBy: string
}

type Claim = {
  userId: string
  since: Date
  payableFrom: Date | null
  account: ClaimAccount | undefined
}

/**
 * Requests the payment of all that may leave a closed account, if nothing of it is under way and no
 * payment to this account has failed. Opens the cases of fares that wait for finance. The caller
 * has locked the person. `since`: start of the closing; above a limit in all, two people approve.
 */
export async function askClaim(
  tx: Tx,
  deps: StepDeps,
  { userId, since, payableFrom, account }: Claim,
): Promise<boolean> {
  const now = deps.clock.now()
  await raiseHeldFares(tx, { userId, now })
  if (!account || payableFrom === null || payableFrom > now) return false
  const progress = await findClaimProgress(tx, { userId, since, payableFrom })
  const { pesos: amount } = await withdrawableOf(tx, { userId, now })
  if (progress.open || progress.failed || amount <= 0) return false
  const id = newId()
  const { accountId, destination } = account
  await insertWithdrawal(tx, {
    ...{ id, userId, accountId, reference: withdrawalReference(id), pesos: amount, now },
    sealed: sealDestination(deps.secrets, 'withdrawals', id, destination),
    twoPeople: progress.pesos + amount > WITHDRAWAL_TWO_PEOPLE_PESOS,
  })
  await holdMoney(tx, { id, userId, pesos: amount, now })
  await noteStep(tx, deps, id, { event: 'requested', actorId: null, details: { amount } })
  return true
}

/**
 * Opens a case for each fare of a driver that is held because driver and passenger share a card, a
 * device or an account. Closing it releases the fare. One case per booking; idempotent.
 */
export async function raiseHeldFares(tx: Tx, { userId, now }: { userId: string; now: Date }) {
  for (const { booking, pesos } of await listHeldFares(tx, { userId, now })) {
    const found = { kind: 'shared_fare', reference: null, transactionId: booking } as const
    await openCase(tx, { ...found, details: { userId, pesos }, now })
  }
}

/**
 * Checks that who approves the payment of a claim is another human being than who entered its
 * account, and than who is paid. Without effect for other withdrawals. Error: `same_human`.
 */
export async function assertClaimOfAnother(
  tx: Tx,
  deps: TellDeps,
  { userId: actor }: ActorId,
  row: Pick<WithdrawalRow, 'id' | 'userId' | 'sealed'>,
): Promise<void> {
  const { owner, enteredBy } = destinationOfWithdrawal(deps, row) ?? {}
  const act = { actor, subject: { kind: 'withdrawal', id: row.id } }
  if (enteredBy && (await areSameHuman(tx, deps, enteredBy, actor))) {
    await refuseSame(tx, deps, act, enteredBy)
  }
  const number = owner?.legalId
  if (number && (await hasDocumentNumber(tx, deps, { userId: actor, number }))) {
    await refuseSame(tx, deps, act, row.userId)
  }
}
