// Claims to the money of closed accounts, as the team sees them: whose they are, and where it goes.

import type { z } from 'zod'
import type { Claim, claimCalls, OpenedClaim } from '#contract/claims.ts'
import { displayCode } from '#contract/display-code.ts'
import { documentNumber } from '#contract/document-number.ts'
import { findDebt, walletTotals, withdrawableOf } from '#server/modules/bank/ledger/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { addClaimAccount, presentClaimAccount } from '#server/modules/money/withdrawals/index.ts'
import {
  assertSeen,
  authorizeAct,
  findTeamNames,
  hasDocumentNumber,
  readDocument,
  refuseSame,
} from '#server/modules/people/users/index.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { queueDueAt } from '#server/platform/office-hours.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import { openClaim, type SealedClaim, sealClaim } from './claim.ts'
import {
  type ClaimRow,
  findClaim,
  listClaimRows,
  lockClaim,
  saveClaim,
  saveHeir,
} from './claims.queries.ts'

const PAGE = 20

type Asked = { claimId: string }
type AskedOfFirst = Asked & { seenFirstAt?: string | null | undefined }
type Entered = Asked & z.output<typeof claimCalls.enterClaimAccount.body>

/** Lists a page of the wallets of closed accounts that have pesos, or wait for the actor. */
export async function listClaims(
  deps: ReadDeps,
  { userId: viewerId }: ActorId,
  asked: { status: 'waiting' | 'all'; claim?: string | undefined; page?: number | undefined },
) {
  const { status, claim: id = null, page } = asked
  const waitsFor = status === 'all' || id ? null : { viewerId, now: deps.clock.now() }
  const part = { id, waitsFor, ...partOf(page, PAGE) }
  const { found, total } = await listClaimRows(deps.db, part)
  const items: Claim[] = []
  for (const row of found) items.push(await presentClaim(deps.db, row))
  return pageOf(items, total, PAGE)
}

/** Opens a claim for a member of the team, and records the view. Errors: `claim_not_found`. */
export async function showClaim(
  deps: ActDeps,
  actor: ActorId,
  { claimId, reason }: Asked & { reason: string },
): Promise<OpenedClaim> {
  return await inTransaction(deps.db, async (tx) => {
    const row = await findClaim(tx, claimId)
    if (!row) throw new AppError('claim_not_found')
    await record(tx, deps, actor, { claimId, action: 'claim.viewed', reason })
    return await presentOpened(tx, deps, actor, row)
  })
}

/**
 * Enters the account to which a claim is paid: at once for the owner of the document on file, as
 * finance approves the payment; for an heir, or without a document, once another person confirms.
 * Errors: `claim_not_found`, `claim_holder_differs`, `case_changed`, those of `authorizeAct`.
 */
export async function enterAccount(
  deps: ActDeps,
  actor: ActorId,
  { claimId, heir, papers, seenFirstAt, ...entered }: Entered,
): Promise<OpenedClaim> {
  return await inTransaction(deps.db, async (tx) => {
    const { row, claim } = await lockOpen(tx, deps, claimId)
    if (row.heirBy !== actor.userId) assertSeen(seenFirstAt, row.heirAt)
    await authorizeAct(tx, deps, { ...aboutClaim(actor, row), signs: 'first' })
    await assertPaidToAnother(tx, deps, aboutClaim(actor, row), entered.legalId)
    const { contact } = claim
    const { name, legalIdType } = entered
    const legalId = readDocument(legalIdType, entered.legalId, 'legalId')
    const isOwner =
      contact.legalId !== null && documentNumber(legalIdType, contact.legalId) === legalId
    if (!heir && contact.legalId !== null && !isOwner) throw new AppError('claim_holder_differs')
    const owner = { name, legalIdType, legalId, email: contact.email, version: 0 }
    const given = { userId: row.userId, given: entered.account, owner, enteredBy: actor.userId }
    const account = await addClaimAccount(tx, deps, given)
    const now = deps.clock.now()
    if (isOwner && !heir) {
      await setAccount(tx, deps, claimId, { contact, account, givenBy: actor.userId })
    } else {
      const sealed = sealClaim(deps, claimId, { ...claim, heir: { account, papers } })
      await saveHeir(tx, { id: claimId, sealed, by: actor.userId, now })
    }
    const action = isOwner && !heir ? 'claim.account-entered' : 'claim.account-proposed'
    await record(tx, deps, actor, { claimId, action, reason: papers })
    return await presentOpened(tx, deps, actor, (await findClaim(tx, claimId)) ?? row)
  })
}

/**
 * Confirms or refuses the account that another person entered. Errors: `claim_not_found`,
 * `case_changed`, those of `authorizeAct` when confirming.
 */
export async function decideAccount(
  deps: ActDeps,
  actor: ActorId,
  { claimId, agree, seenFirstAt }: AskedOfFirst & { agree: boolean },
): Promise<OpenedClaim> {
  return await inTransaction(deps.db, async (tx) => {
    const { row, claim } = await lockOpen(tx, deps, claimId)
    const { heir, ...rest } = claim
    if (!heir || !row.heirBy) throw new AppError('claim_not_found')
    assertSeen(seenFirstAt, row.heirAt)
    if (agree) {
      const signs = { signs: 'second', earlier: [row.heirBy] } as const
      await authorizeAct(tx, deps, { ...aboutClaim(actor, row), ...signs })
      const { owner } = heir.account.destination
      await assertPaidToAnother(tx, deps, aboutClaim(actor, row), owner?.legalId)
      const { contact } = claim
      await setAccount(tx, deps, claimId, { contact, account: heir.account, givenBy: row.heirBy })
    } else {
      const sealed = sealClaim(deps, claimId, rest)
      await saveHeir(tx, { id: claimId, sealed, by: null, now: deps.clock.now() })
    }
    const action = agree ? 'claim.account-confirmed' : 'claim.account-refused'
    await record(tx, deps, actor, { claimId, action, reason: heir.papers })
    return await presentOpened(tx, deps, actor, (await findClaim(tx, claimId)) ?? row)
  })
}

/** Refuses with `same_human` who would be paid: who has the document of the account's holder. */
async function assertPaidToAnother(
  tx: Tx,
  deps: ActDeps,
  act: ReturnType<typeof aboutClaim>,
  number = '',
): Promise<void> {
  const [owner] = act.affected
  const isPaid = await hasDocumentNumber(tx, deps, { userId: act.actor, number })
  if (isPaid) await refuseSame(tx, deps, act, owner)
}

const aboutClaim = ({ userId: actor }: ActorId, { id, userId }: ClaimRow) => ({
  actor,
  permission: 'people.reveal' as const,
  affected: [userId] as const,
  subject: { kind: 'account_closing', id },
})

async function lockOpen(tx: Tx, deps: ActDeps, id: string) {
  const row = await lockClaim(tx, id)
  if (!row?.open || !row.sealed) throw new AppError('claim_not_found')
  return { row, claim: openClaim(deps, id, row.sealed) }
}

async function setAccount(
  tx: Tx,
  deps: ActDeps,
  id: string,
  { givenBy, ...claim }: Required<Omit<SealedClaim, 'heir'>> & { givenBy: string },
): Promise<void> {
  const sealed = sealClaim(deps, id, claim)
  await saveClaim(tx, { id, sealed, payableFrom: deps.clock.now(), givenBy })
}

async function record(
  tx: Tx,
  { clock }: ActDeps,
  actor: ActorId,
  { claimId, action, reason }: Asked & { action: string; reason: string },
): Promise<void> {
  const subject = { kind: 'account_closing', id: claimId }
  await recordStaffAction(tx, actor, { at: clock.now(), action, subject, reason, details: {} })
}

async function presentClaim(reader: Reader, row: ClaimRow): Promise<Claim> {
  const { id, userId, startedAt, waitsFrom } = row
  const { available, held } = await walletTotals(reader, userId)
  return {
    id,
    number: displayCode(id),
    closedAt: startedAt.toISOString(),
    dueAt: queueDueAt(waitsFrom).toISOString(),
    pesos: available + held,
    debt: await findDebt(reader, userId),
    state: row.heirBy ? 'heir' : row.payableFrom ? 'paying' : 'no_account',
  }
}

async function presentOpened(
  reader: Reader,
  deps: ActDeps,
  { userId: viewer }: ActorId,
  row: ClaimRow,
): Promise<OpenedClaim> {
  const { id, userId, heirBy, heirAt, open } = row
  const claim = row.sealed ? openClaim(deps, id, row.sealed) : undefined
  const nameOf = await findTeamNames(reader, [heirBy])
  const { pesos } = await withdrawableOf(reader, { userId, now: deps.clock.now() })
  const { contact, account, heir } = claim ?? {}
  return {
    ...(await presentClaim(reader, row)),
    owner: contact
      ? {
          name: contact.fullName,
          email: contact.email,
          phone: contact.phoneNumber,
          legalId: contact.legalId,
        }
      : null,
    account: account ? presentClaimAccount(account) : null,
    proposed:
      heir && heirAt
        ? {
            ...presentClaimAccount(heir.account),
            ...{ papers: heir.papers, by: nameOf(heirBy ?? ''), at: heirAt.toISOString() },
          }
        : null,
    withdrawable: pesos,
    can: {
      enter: open && claim !== undefined,
      decide: open && heirBy !== null && heirBy !== viewer,
    },
  }
}
