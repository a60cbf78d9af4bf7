import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aFundedWallet, anApprovedTopUp, anAttempt, aUser, type TestUser } from '#test/factories.ts'
import { suspensePayments, walletId } from './chart.ts'
import { findDebt } from './ledger.queries.ts'
import { hold, post, voidHold } from './move-money.ts'
import { statement } from './statement.ts'
import { returnSuspended, reverseTopUp, suspendTopUp } from './top-ups.ts'
import { walletTotals } from './wallet-account.ts'

let deps: TestDeps
let ana: TestUser
let driver: TestUser

beforeAll(async () => {
  deps = await testDeps({ owner: true })
})

beforeEach(async () => {
  ana = await aUser(deps)
  driver = await aUser(deps)
})

const run = <T>(fn: (tx: Tx) => Promise<T>) => inTransaction(deps.db, fn)
const money = () => ({
  cause: { kind: 'operator', id: 'test' } as const,
  code: 'fare' as const,
  now: deps.clock.now(),
})

function held(from: TestUser, to: TestUser, pesos: number): Promise<string> {
  const id = newId()
  const accounts = { from: walletId(from.userId), to: walletId(to.userId) }
  return run((tx) => hold(tx, { id, ...accounts, pesos, ...money() })).then(() => id)
}

/** Records that the gateway voided a credited top-up, and reverses it. */
function voided(topUp: { paymentId: string; transactionId: string }, pesos: number) {
  const now = deps.clock.now()
  return run(async (tx) => {
    await anAttempt(tx, { ...topUp, pesos, status: 'VOIDED', now })
    return await reverseTopUp(tx, { ...topUp, now })
  })
}

async function state(user: TestUser) {
  const { available, held: reserved } = await walletTotals(deps.db, user.userId)
  return { available, held: reserved, debt: await findDebt(deps.db, user.userId) }
}

/** Creates a top-up of 89,600 pesos that was spent on a booking and then voided by the gateway. */
async function chargedBack() {
  const topUp = await anApprovedTopUp(deps, ana.userId, 89_600)
  const holdId = await held(ana, driver, 80_000)
  const answer = await voided(topUp, 89_600)
  return { topUp, holdId, answer }
}

describe('a top-up that the gateway voids', () => {
  it('takes the free money of a voided top-up once and records the rest as a debt', async () => {
    const { topUp, answer } = await chargedBack()
    expect(answer).toEqual({ takenPesos: 9_600, owedPesos: 80_000 })
    expect(await voided(topUp, 89_600)).toEqual(answer)
    expect(await state(ana)).toEqual({ available: 0, held: 80_000, debt: 80_000 })
    expect(await findDebt(deps.db, driver.userId)).toBe(0)
  })

  it('repays the debt of a voided top-up when the booking that it paid is cancelled', async () => {
    const { holdId } = await chargedBack()
    await run((tx) => voidHold(tx, { id: newId(), holdId, ...money() }))
    expect(await state(ana)).toEqual({ available: 0, held: 0, debt: 0 })
    await expect(held(ana, driver, 1)).rejects.toMatchObject({ code: 'insufficient_funds' })
  })

  it('refuses to reverse a top-up that was not credited or not voided', async () => {
    const topUp = await anApprovedTopUp(deps, ana.userId, 50_000)
    const now = deps.clock.now()
    const reverse = () => run((tx) => reverseTopUp(tx, { ...topUp, now }))
    await expect(reverse()).rejects.toThrow(/cause_unsuitable/)
    expect(await state(ana)).toEqual({ available: 50_000, held: 0, debt: 0 })
  })
})

describe('an open debt', () => {
  it('repays an open debt from a new top-up first, as a separate movement', async () => {
    await chargedBack()
    deps.clock.advance(1_000)
    const next = await anApprovedTopUp(deps, ana.userId, 100_000)
    expect(await state(ana)).toEqual({ available: 20_000, held: 80_000, debt: 0 })
    const account = walletId(ana.userId)
    const lines = await statement(deps.db, { account, limit: 10, offset: 0 })
    const credit = derivedId('payment.credit', next.transactionId)
    expect(lines.find(({ code }) => code === 'debt_repayment')).toMatchObject({
      id: derivedId('ledger.repayment', credit, account),
      pesos: -80_000,
      cause: { kind: 'payment', id: next.paymentId },
    })
  })

  it('repays an open debt in parts, from a returned part of a hold and from earnings', async () => {
    const { holdId } = await chargedBack()
    await run((tx) => post(tx, { id: newId(), holdId, pesos: 40_000, ...money() }))
    expect(await state(ana)).toEqual({ available: 0, held: 0, debt: 40_000 })
    await aFundedWallet(deps, driver.userId, 60_000)
    const earning = await held(driver, ana, 15_000)
    await run((tx) => post(tx, { id: newId(), holdId: earning, ...money() }))
    expect(await state(ana)).toEqual({ available: 0, held: 0, debt: 25_000 })
    expect((await state(driver)).available).toBe(85_000)
  })

  it('refuses any transfer to or from a debt account', async () => {
    await chargedBack()
    const { rows } = await asOwner(
      deps.databaseUrl,
      `select id from ledger_accounts where kind = 'receivable' and owner_id = $1`,
      [ana.userId],
    )
    await aFundedWallet(deps, driver.userId, 10_000)
    const move = (from: string, to: string) =>
      run((tx) => hold(tx, { id: newId(), from, to, pesos: 1, ...money() }))
    const receivable: string = rows[0].id
    await expect(move(walletId(driver.userId), receivable)).rejects.toMatchObject({
      code: 'account_unsuitable',
    })
    await expect(move(receivable, walletId(driver.userId))).rejects.toMatchObject({
      code: 'account_unsuitable',
    })
  })
})

describe('a second charge of a payment', () => {
  it('keeps a second charge of a payment in suspense until it is returned', async () => {
    const topUp = await anApprovedTopUp(deps, ana.userId, 30_000)
    const second = { paymentId: topUp.paymentId, transactionId: `second-${newId()}` }
    const now = deps.clock.now()
    const says = (status: 'APPROVED' | 'VOIDED') =>
      run((tx) => anAttempt(tx, { ...second, pesos: 30_000, status, now }))
    await says('APPROVED')
    for (const _ of [1, 2]) await run((tx) => suspendTopUp(tx, { ...second, now }))
    expect(await inSuspense()).toBe(30_000)
    const returned = () => run((tx) => returnSuspended(tx, { ...second, now }))
    expect([await returned(), await inSuspense()]).toEqual([false, 30_000])
    await says('VOIDED')
    for (const _ of [1, 2]) expect(await returned()).toBe(true)
    expect(await inSuspense()).toBe(0)
    expect((await state(ana)).available).toBe(30_000)
  })

  it('refuses to suspend the transaction that was credited', async () => {
    const topUp = await anApprovedTopUp(deps, ana.userId, 30_000)
    const now = deps.clock.now()
    await expect(run((tx) => suspendTopUp(tx, { ...topUp, now }))).rejects.toThrow(/unsuitable/)
  })
})

async function inSuspense(): Promise<number> {
  const { rows } = await sql<{ pesos: number }>`
    select coalesce(sum(case when credit_account = ${suspensePayments} then amount
      else -amount end), 0)::bigint as pesos
    from ledger_transfers where ${suspensePayments} in (debit_account, credit_account)
    `.execute(deps.db)
  return rows[0]?.pesos ?? 0
}

it('derives the same ids in the database as in the app', async () => {
  const parts = ['ledger.repayment', newId(), 'año · 2026']
  const { rows } = await sql<{ id: string }>`
    select derived_id(variadic ${parts}::text[]) as id`.execute(deps.db)
  expect(rows[0]?.id).toBe(derivedId(parts[0] ?? '', ...parts.slice(1)))
})
