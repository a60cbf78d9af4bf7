// Money of people who close their accounts: top-ups as the gateway reports them, credits and
// refunds by two people, the closing itself, and payments of claims by the bank's file.

import type { TransactionStatus } from '#server/modules/bank/gateway/index.ts'
import { applyTransaction } from '#server/modules/money/payments/apply-transaction.ts'
import {
  approveWithdrawal,
  confirmResult,
  createBatch,
  tellResult,
} from '#server/modules/money/withdrawals/index.ts'
import { UNDO_MS } from '#server/modules/money/withdrawals/undo-window.ts'
import { closeAccount } from '#server/modules/office/privacy/close-account.ts'
import { payClaims } from '#server/modules/office/privacy/pay-claims.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from './db.ts'
import type { TestUser } from './factories.ts'
import { openWithdrawalsApp, type WithdrawalsApp } from './withdrawal-factories.ts'

export type ClaimsApp = Awaited<ReturnType<typeof openClaimsApp>>
export type Paid = { paymentId: string; reference: string; pesos: number; method: string }
type Claim = { id: string; open: boolean; sealed: Buffer | null; erased: Date | null }

const REASON = 'Lo pidió por teléfono, caso 1042.'

export async function openClaimsApp() {
  const shop = await openWithdrawalsApp({ gateway: false })
  const query = async (text: string, values: unknown[] = []) =>
    (await asOwner(shop.deps.databaseUrl, text, values)).rows
  const [first, second] = shop.finance
  return {
    ...shop,
    query,
    /** Prepares a top-up; nothing is paid yet. */
    async aCheckout(userId: string, pesos: number, method = 'CARD'): Promise<Paid> {
      const [paymentId, now] = [newId(), shop.clock.now()]
      const reference = `CUPO-${paymentId}`
      await query(
        `insert into payments (id, reference, user_id, amount_pesos, environment, status,
           created_at, updated_at, next_check_at)
         values ($1, $2, $3, $4, 'test', 'open', $5, $5, $5)`,
        [paymentId, reference, userId, pesos, now],
      )
      return { paymentId, reference, pesos, method }
    },
    /** Applies what the gateway says about a top-up. */
    report: (paid: Paid, status: TransactionStatus) => report(shop, paid, status),
    /** Gives a credit, signed by two people; for travelling only unless `withdrawable`. */
    async aCredit(userId: string, pesos: number, withdrawable = false): Promise<string> {
      const id = newId()
      const credit = { id, pesos, cause: 'courtesy', withdrawable, reason: REASON }
      await shop.post(first, `/admin/desk-actions/people/${userId}/credits`, credit)
      assert((await signMoney(shop, second, id)) === 200, 'a credit is signed')
      return id
    },
    /** Proposes to record a refund; answers its id, or null when it is refused. */
    async proposeRefund({ paymentId }: Paid, pesos: number): Promise<string | null> {
      const id = newId()
      const body = { id, pesos, cause: 'error', gatewayReference: `DEV-${id}`, reason: REASON }
      const path = `/admin/desk-actions/payments/${paymentId}/refunds`
      return (await shop.post(first, path, body)).status === 200 ? id : null
    },
    sign: (id: string) => signMoney(shop, second, id),
    /** Requests a closing 15 days ago and tries to begin it; answers whether the account closed. */
    async close(userId: string): Promise<boolean> {
      const now = shop.clock.now()
      await query(
        `insert into account_closings (id, user_id, asked_at, due_at, reminded_at)
         values ($1, $2, $3, $4, $4)
         on conflict (user_id) where taken_back_at is null
         do update set due_at = excluded.due_at, reminded_at = excluded.reminded_at`,
        [newId(), userId, addMs(now, -15 * DAY_MS), now],
      )
      await closeAccount(shop.deps, userId)
      return (await claimOf(query, userId))?.erased !== null
    },
    claimOf: (userId: string) => claimOf(query, userId),
    /** Balance of a wallet in pesos, with what is held. */
    left: (userId: string) => leftIn(query, userId),
    withdrawalsOf: (userId: string) =>
      query(
        `select id, amount_pesos::int as pesos, status, two_people as "twoPeople",
           updated_at as at from withdrawals where user_id = $1 order by id`,
        [userId],
      ),
    /** Runs the job of claims, then pays what it requested by the bank's file; pesos paid. */
    payClaims: async (userId: string) => {
      await payClaims(shop.deps)
      return await payByFile(shop, query, userId)
    },
  }
}

type Query = (text: string, values?: unknown[]) => Promise<Record<string, never>[]>

const signMoney = async (shop: WithdrawalsApp, who: TestUser, id: string) =>
  (await shop.post(who, `/admin/desk-actions/money/${id}/sign`, { reason: REASON })).status

function report({ deps, clock }: WithdrawalsApp, paid: Paid, status: TransactionStatus) {
  const { paymentId: id, reference, pesos, method } = paid
  const merchantKey = deps.secrets.wompi.publicKey
  const amount = { amountInCents: pesos * 100, currency: 'COP', method, payer: null }
  const transaction = { id: `tx-${id}`, status, reference, merchantKey, ...amount }
  return applyTransaction(deps, { ...transaction, createdAt: clock.now() })
}

async function leftIn(query: Query, userId: string): Promise<number> {
  const [row] = await query(
    `select (credits_posted - debits_posted)::int as pesos from ledger_accounts
     where owner_id = $1 and kind = 'wallet' and currency = 'COP'`,
    [userId],
  )
  return row?.pesos ?? 0
}

async function claimOf(query: Query, userId: string): Promise<Claim | undefined> {
  const [row] = await query(
    `select id, claim_open as open, claim_sealed as sealed, erased_at as erased
     from account_closings where user_id = $1 and taken_back_at is null`,
    [userId],
  )
  return row as Claim | undefined
}

async function payByFile({ deps, clock, finance }: WithdrawalsApp, query: Query, userId: string) {
  const [first, second] = finance
  const open = async (status: string): Promise<Record<string, string>[]> =>
    await query('select id from withdrawals where user_id = $1 and status = $2', [userId, status])
  for (const { id: withdrawalId = '' } of await open('requested')) {
    await approveWithdrawal(deps, first, { withdrawalId })
    const [row] = await query('select status from withdrawals where id = $1', [withdrawalId])
    if (row?.status === 'requested') await approveWithdrawal(deps, second, { withdrawalId })
  }
  if ((await open('approved')).length > 0) {
    clock.advance(UNDO_MS)
    await createBatch(deps, first, { idempotencyKey: newId() }).catch(() => undefined)
  }
  let pesos = 0
  for (const { id: withdrawalId = '' } of await open('sent')) {
    await tellResult(deps, first, { withdrawalId, outcome: 'paid', note: 'Banco: 998877' })
    await confirmResult(deps, second, { withdrawalId, agree: true })
    const [row] = await query('select amount_pesos::int as p from withdrawals where id = $1', [
      withdrawalId,
    ])
    pesos += Number(row?.p)
  }
  return pesos
}
