// What else happens in parallel to a person who withdraws, and to a file for the bank.
import { beforeAll, expect, it } from 'vitest'
import { askWithdrawal } from '#server/modules/money/withdrawals/ask-withdrawal.ts'
import { createBatch, downloadBatch } from '#server/modules/money/withdrawals/bank-file.ts'
import { removeAccount } from '#server/modules/money/withdrawals/manage-accounts.ts'
import { askClosing } from '#server/modules/office/privacy/ask-closing.ts'
import { markProved } from '#server/modules/people/access/auth/auth.queries.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestUser } from '#test/factories.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { type Holder, openHolder } from './in-order.ts'

let shop: WithdrawalsApp
let holder: Holder

beforeAll(async () => {
  shop = await openWithdrawalsApp({ gateway: false, poolSize: 8 })
  holder = await openHolder(shop.deps.databaseUrl)
})

type Call = () => Promise<unknown>

/** Runs the calls in parallel, the first one ahead; their error codes. */
function inOrder(table: string, id: string, calls: readonly Call[]): Promise<string[]> {
  const coded = calls.map((call) => () => call().then(() => 'ok', codeOf))
  return holder.inOrder(`select from ${table} where id = $1 for no key update`, [id], coded)
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error))

const ask =
  ({ userId, accountId }: Saver, amount = 50_000): Call =>
  () =>
    askWithdrawal(shop.deps, { userId }, { amount, accountId, idempotencyKey: newId() })
const remove =
  ({ userId, accountId }: Saver): Call =>
  () =>
    removeAccount(shop.deps, { userId }, { accountId })
const close =
  (saver: Saver): Call =>
  () =>
    askClosing(shop.deps, { ...saver, roles: [] })

it('refuses to remove an account to which a withdrawal was asked for just before', async () => {
  const saver = await shop.aSaver()
  const codes = await inOrder('users', saver.userId, [ask(saver), remove(saver)])
  expect(codes).toEqual(['ok', 'payout_account_in_use'])
})

it('refuses a withdrawal to an account that was removed just before', async () => {
  const saver = await shop.aSaver()
  const codes = await inOrder('users', saver.userId, [remove(saver), ask(saver)])
  expect(codes).toEqual(['ok', 'payout_account_not_found'])
  expect(await shop.balance(saver)).toBe(1_000_000)
})

it.each([
  ['refuses to close the account of a person who asked for a withdrawal just before', false],
  ['lets a person withdraw whose account began to close just before', true],
])('%s', async (_, closesFirst) => {
  const saver = await shop.aSaver()
  await markProved(shop.deps.db, saver.sessionId, shop.clock.now())
  const calls = [ask(saver), close(saver)]
  const codes = await inOrder('users', saver.userId, closesFirst ? calls.toReversed() : calls)
  expect(codes).toEqual(['ok', closesFirst ? 'ok' : 'closing_blocked'])
  expect(await shop.balance(saver)).toBe(950_000)
})

it('needs two people for two withdrawals in parallel whose sum is large', async () => {
  const saver = await shop.aSaver()
  await inOrder('users', saver.userId, [ask(saver, 300_000), ask(saver, 300_000)])
  const find = 'select two_people from withdrawals where user_id = $1'
  const { rows } = await holder.query(find, [saver.userId])
  expect(rows).toEqual([{ two_people: true }, { two_people: true }])
})

const makeFile =
  (who: TestUser): Call =>
  () =>
    createBatch(shop.deps, who, { idempotencyKey: newId() })

it('lets one of two people in parallel download a file for the bank', async () => {
  const [jorge] = shop.finance
  await shop.approved(await shop.aSaver(), 50_000)
  const { id: batchId } = await createBatch(shop.deps, jorge, { idempotencyKey: newId() })
  const calls = shop.finance.map((who) => () => downloadBatch(shop.deps, who, { batchId }))
  const codes = await inOrder('payout_batches', batchId, calls)
  expect(codes).toEqual(['ok', 'payout_batch_downloaded'])
})

it('puts a withdrawal into one of two files that are made in parallel', async () => {
  const { id } = await shop.approved(await shop.aSaver(), 50_000)
  const codes = await inOrder('withdrawals', id, shop.finance.map(makeFile))
  expect(codes).toEqual(['ok', 'payout_batch_empty'])
})
