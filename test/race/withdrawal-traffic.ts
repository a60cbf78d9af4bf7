// People who withdraw over HTTP while two people of finance approve; each request is repeated until
// its response is final.

import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { addAccount } from '#server/modules/money/withdrawals/add-account.ts'
import { sendWithdrawals } from '#server/modules/money/withdrawals/send-withdrawals.ts'
import { markProved } from '#server/modules/people/access/auth/auth.queries.ts'
import { sealedIdentification } from '#server/modules/people/users/identification.ts'
import { markIdentityVerified } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { aFundedWallet, aUser, matured, type TestUser } from '../factories.ts'
import { insist, type Site } from './traffic.ts'

const OPENING = 1_500_000
/** Amounts in pesos. Two people approve each: the sum of seven days is above the limit for one. */
const AMOUNTS = [600_000, 25_000, 40_000]
/** The payout sandbox refuses account numbers that end in this. */
const REFUSED = '0000'

export type Saver = {
  userId: string
  token: string
  accountId: string
  finance: readonly string[]
  /** Whether the bank refuses this account, so that the money returns. */
  isRefused: boolean
  /** Begun withdrawals; each is repeated until it is approved. */
  asked: { amount: number; id?: string }[]
}

/**
 * Creates people with money, a verified identity and an account; every fourth account is refused.
 */
export async function seedSavers(deps: Deps, count: number): Promise<Saver[]> {
  const approvers = [
    await aUser(deps, { roles: ['finance'] }),
    await aUser(deps, { roles: ['finance'] }),
  ]
  for (const approver of approvers) await verify(deps, approver)
  const finance = approvers.map(({ token }) => token)
  const savers: Saver[] = []
  for (let index = 0; index < count; index += 1) {
    const user = await aUser(deps)
    await verify(deps, user)
    const isRefused = index % 4 === 3
    const accountId = await anUsableAccount(deps, user, isRefused)
    await aFundedWallet(deps, user.userId, OPENING, matured(deps.clock.now()))
    savers.push({ ...user, accountId, finance, isRefused, asked: [] })
  }
  return savers
}

const digits = (count: number) =>
  Array.from({ length: count }, () => Math.floor(Math.random() * 9) + 1).join('')

async function verify(deps: Deps, { userId }: TestUser): Promise<void> {
  const number = `1${digits(9)}`
  const at = addMs(deps.clock.now(), -2 * DAY_MS)
  await inTransaction(deps.db, async (tx) => {
    const verified = { userId, verifierId: userId, at }
    await markIdentityVerified(tx, { ...verified, birthDate: '1990-05-17' })
    await tx
      .updateTable('users')
      .set({
        identification_type: 'CC',
        identification_sealed: sealedIdentification(deps.secrets, userId, { type: 'CC', number })
          .sealed,
        identification_index: sha256(number),
        identification_version: 1,
      })
      .where('id', '=', userId)
      .execute()
  })
}

/** Creates an account added two days ago, which has waited long enough. */
async function anUsableAccount(deps: Deps, user: TestUser, isRefused: boolean): Promise<string> {
  const then = addMs(deps.clock.now(), -2 * DAY_MS)
  const before: Deps = { ...deps, clock: { now: () => then } }
  await markProved(deps.db, user.sessionId, then)
  const number = isRefused ? `4${digits(6)}${REFUSED}` : `4${digits(10)}`
  const account = { kind: 'bank', bank: '1007', accountType: 'savings', number } as const
  return (await addAccount(before, { ...user, roles: [] }, account)).id
}

/** Requests one withdrawal and lets finance approve it. */
export async function withdraw(site: Site, saver: Saver): Promise<void> {
  const { accountId, asked, token, userId } = saver
  const amount = AMOUNTS[asked.length % AMOUNTS.length] ?? 0
  const one: Saver['asked'][number] = { amount }
  asked.push(one)
  const key = `withdraw-${userId}-${asked.length}`
  const made = await insist(site, { address: '/withdrawals', token, key }, { amount, accountId })
  one.id = (made.withdrawal as { id: string }).id
  const address = `/admin/withdrawals/${one.id}/approve`
  for (const [index, approver] of saver.finance.entries()) {
    // Code of the response when an earlier attempt was accepted: for the first of two approvers,
    // the same person again.
    const repeated = index === 0 ? 'withdrawal_same_person' : 'withdrawal_not_open'
    await insist(site, { address, token: approver, repeated }, {})
  }
}

const OPEN = ['requested', 'approved', 'sending', 'sent']

/** Returns the payouts that the sandbox has for a withdrawal. */
export type PaidOf = (reference: string) => readonly { status: string; amount_in_cents: number }[]

/**
 * Returns a text for each violation: an answered withdrawal exists once; an open one is held; a
 * paid one has left once; a refused one is returned; the gateway has at most one payout of each.
 */
export async function wrongWithdrawals(
  deps: Deps,
  savers: readonly Saver[],
  paidOf: PaidOf,
): Promise<string[]> {
  const wrong: string[] = []
  for (const { userId, asked } of savers) {
    const rows = await rowsOf(deps, userId)
    const ids = rows.map(({ id }) => id).toSorted()
    const expectedIds = asked.map(({ id }) => id).toSorted()
    if (ids.join() !== expectedIds.join()) wrong.push(`${userId}: ${ids} of ${expectedIds}`)
    const sumOf = (states: readonly string[]) =>
      rows.reduce((sum, row) => sum + (states.includes(row.status) ? row.pesos : 0), 0)
    const { held, available } = await walletTotals(deps.db, userId)
    const free = OPENING - sumOf([...OPEN, 'paid'])
    if (held !== sumOf(OPEN) || available !== free) {
      wrong.push(`${userId}: held ${held} of ${sumOf(OPEN)}, available ${available} of ${free}`)
    }
    for (const { id, reference, status, pesos } of rows) {
      const payouts = paidOf(reference)
      const paid = payouts.filter((each) => each.status === 'APPROVED')
      const isFine =
        payouts.length <= 1 &&
        payouts.every((each) => each.amount_in_cents === pesos * 100) &&
        (status !== 'paid' || paid.length === 1) &&
        (!['failed', 'requested'].includes(status) || paid.length === 0)
      if (!isFine) wrong.push(`${id} is ${status}: ${JSON.stringify(payouts)}`)
    }
  }
  return wrong
}

async function rowsOf(deps: Deps, userId: string) {
  return await deps.db
    .selectFrom('withdrawals')
    .select(['id', 'reference', 'status', 'amount_pesos as pesos'])
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Processes waiting withdrawals as if ten minutes had passed, when the leases of processes that
 * lost the database have ended; returns the number of open withdrawals.
 */
export async function settleWithdrawals(deps: Deps, savers: readonly Saver[]): Promise<number> {
  const later = addMs(deps.clock.now(), 11 * MINUTE_MS)
  await sendWithdrawals({ ...deps, clock: { now: () => later } })
  let open = 0
  for (const { userId } of savers) {
    open += (await rowsOf(deps, userId)).filter(({ status }) => OPEN.includes(status)).length
  }
  return open
}

/** Returns the requested withdrawals with a wrong end: it must be paid, or refused by the bank. */
export async function wrongEnds(deps: Deps, savers: readonly Saver[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { userId, isRefused } of savers) {
    const expected = isRefused ? 'failed' : 'paid'
    const rows = await rowsOf(deps, userId)
    wrong.push(
      ...rows
        .filter(({ status }) => status !== expected)
        .map(({ id, status }) => `${id} is ${status}, not ${expected}`),
    )
  }
  return wrong
}
