import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDebt } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { anEarnedFare, anEarningDriver, type EarningDriver } from '#test/fare-factories.ts'
import { hearDriver } from '#test/hearing-steps.ts'
import { aRoadNetwork } from '#test/trip-factories.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { sendWithdrawals } from './send-withdrawals.ts'

let shop: WithdrawalsApp
let team: TestUser

beforeAll(async () => {
  shop = await openWithdrawalsApp()
  await aRoadNetwork(shop.deps)
  team = await aUser(shop.deps, { roles: ['support'] })
})

/** A person whose only money is a withdrawable top-up, and a function that voids the top-up. */
async function aVoidableSaver(pesos: number) {
  const saver = await shop.aSaver(0)
  return { saver, voided: await aVoidableTopUp(saver, pesos) }
}

/** An approved top-up of 30 days ago, and a function that voids it. */
async function aVoidableTopUp(saver: Saver, pesos: number) {
  const reference = await shop.topUp(saver, pesos)
  const transactionId = shop.payer(reference, pesos, { delivery: 'none', method: 'PSE' })
  const tell = async (status: 'APPROVED' | 'VOIDED') => {
    shop.wompi.settle(transactionId, status)
    await shop.wompi.post(shop.wompi.eventBody(transactionId))
    await shop.runJobs()
  }
  await tell('APPROVED')
  shop.clock.advance(30 * DAY_MS)
  return () => tell('VOIDED')
}

const statusOf = async (id: string) => (await shop.withdrawal(id)).status
const payoutsOf = async (id: string) =>
  shop.payouts.payouts((await shop.withdrawal(id)).reference).length

/**
 * Compares withdrawals and payouts only, because `owes` writes a debt without its ledger transfer.
 */
async function expectInAgreement(): Promise<void> {
  const found = await findMismatches(shop.deps)
  expect(found.filter(({ check }) => ['withdrawals', 'payouts'].includes(check))).toEqual([])
}

async function owes(saver: Saver): Promise<void> {
  await asOwner(
    shop.deps.databaseUrl,
    `insert into ledger_accounts (id, kind, owner_id, currency, balanced, debits_posted, created_at)
     values (derived_id('ledger.receivable.COP', $1::text), 'receivable', $1::uuid, 'COP', true,
       30000, now())`,
    [saver.userId],
  )
}

describe('a voided top-up', () => {
  it('ends an unapproved withdrawal and takes its money when its top-up is voided', async () => {
    const { saver, voided } = await aVoidableSaver(450_000)
    const { id } = (await shop.ask(saver, 450_000)).body.withdrawal
    await voided()
    expect(await shop.withdrawal(id)).toMatchObject({
      status: 'cancelled',
      reason: expect.stringContaining('recarga'),
    })
    expect((await shop.approve(shop.finance[0], id)).body.code).toBe('withdrawal_not_open')
    await sendWithdrawals(shop.deps)
    expect(await payoutsOf(id)).toBe(0)
    expect([await shop.balance(saver), await findDebt(shop.deps.db, saver.userId)]).toEqual([0, 0])
    expect(await shop.told(saver)).toContain('withdrawal_stopped')
    await shop.assertSound()
  })

  it('ends an approved withdrawal when its top-up is voided', async () => {
    const { saver, voided } = await aVoidableSaver(450_000)
    const { id } = await shop.approved(saver, 400_000)
    await voided()
    await sendWithdrawals(shop.deps)
    expect([await statusOf(id), await payoutsOf(id)]).toEqual(['cancelled', 0])
    expect(await findDebt(shop.deps.db, saver.userId)).toBe(0)
  })

  it('keeps a withdrawal when the void only reports what the team refunded before', async () => {
    const { saver, voided } = await aVoidableSaver(60_000)
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      'select id from payments where user_id = $1',
      [saver.userId],
    )
    await aVoidableTopUp(saver, 450_000)
    const [first, second] = shop.finance
    const reason = 'Pagó dos veces el mismo mes, caso 88.'
    const refund = { id: newId(), pesos: 60_000, cause: 'error', gatewayReference: 'DEV-1', reason }
    const path = `/admin/desk-actions/payments/${rows[0].id}/refunds`
    expect((await shop.post(first, path, refund)).status).toBe(200)
    const signed = await shop.post(second, `/admin/desk-actions/money/${refund.id}/sign`, {
      reason,
    })
    expect(signed.status).toBe(200)
    const { id } = (await shop.ask(saver, 450_000)).body.withdrawal
    await voided()
    expect(await statusOf(id)).toBe('requested')
    expect(await findDebt(shop.deps.db, saver.userId)).toBe(0)
    await shop.assertSound()
  })

  it('books a debt and a case when a top-up is voided after the withdrawal was sent', async () => {
    const { saver, voided } = await aVoidableSaver(450_000)
    const { id } = await shop.approved(saver, 450_000)
    await sendWithdrawals(shop.deps)
    await voided()
    expect([await statusOf(id), await payoutsOf(id)]).toEqual(['sent', 1])
    expect(await findDebt(shop.deps.db, saver.userId)).toBe(450_000)
    expect((await shop.cases()).at(-1)).toMatchObject({ kind: 'reversal_uncovered' })
  })

  it('says that a failed withdrawal paid a debt first, not that it is in the balance', async () => {
    const { saver, voided } = await aVoidableSaver(450_000)
    const { reference } = await shop.approved(saver, 450_000)
    await sendWithdrawals(shop.deps)
    await voided()
    shop.payouts.settle(String(shop.payouts.payouts(reference)[0]?.id), 'FAILED')
    await shop.settlePayouts()
    expect([await shop.balance(saver), await findDebt(shop.deps.db, saver.userId)]).toEqual([0, 0])
    const mail = shop.mail.control
      .messages(saver.email)
      .find(({ subject }) => /llegó/.test(subject))
    expect(mail?.subject).toBe('Tu retiro no llegó: el dinero volvió a tu billetera')
    expect(mail?.text).toContain('Si debías algo, lo pagó primero.')
    expect(mail?.text).not.toContain('saldo')
  })
})

describe('a debt that is open', () => {
  it('shows finance the debt of the owner, and refuses to approve the withdrawal', async () => {
    const saver = await shop.aSaver()
    const { id } = (await shop.ask(saver, 50_000)).body.withdrawal
    await owes(saver)
    expect((await shop.approve(shop.finance[0], id)).body.code).toBe('withdrawal_owner_owes')
    const { body } = await shop.get(shop.finance[0], '/admin/withdrawals?status=requested')
    const { items } = body as unknown as { items: { id: string }[] }
    expect(items.find((item) => item.id === id)).toMatchObject({
      debt: 30_000,
      origins: [{ origin: 'transfer', pesos: 50_000 }],
      can: { approve: false, reject: true },
    })
  })

  it('ends an approved withdrawal of a debtor instead of sending it to the gateway', async () => {
    const saver = await shop.aSaver()
    const { id } = await shop.approved(saver, 50_000)
    await owes(saver)
    await sendWithdrawals(shop.deps)
    expect([await statusOf(id), await payoutsOf(id)]).toEqual(['cancelled', 0])
    expect((await shop.told(saver)).at(-1)).toBe('withdrawal_stopped')
  })

  it('ends an approved withdrawal of a debtor instead of adding it to the bank file', async () => {
    const [saver, other] = [await shop.aSaver(), await shop.aSaver()]
    const { id } = await shop.approved(saver, 50_000)
    const { id: otherId } = await shop.approved(other, 60_000)
    await owes(saver)
    const made = await shop.post(shop.finance[0], '/admin/payout-batches', {})
    expect(made.body).toMatchObject({ batch: { count: 1, total: 60_000 } })
    expect([await statusOf(id), await statusOf(otherId)]).toEqual(['cancelled', 'sent'])
  })
})

describe('a withdrawal whose sending got no answer', () => {
  it.each([
    ['owes money', owes],
    [
      'denies the account',
      (saver: Saver) => shop.post(saver, `/payout-accounts/${saver.accountId}/deny`, {}),
    ],
  ])('is not sent again once its owner %s, and waits for two people', async (_name, changes) => {
    const saver = await shop.aSaver()
    const { id } = await shop.approved(saver, 50_000)
    shop.payouts.setFault('cut')
    await sendWithdrawals(shop.deps)
    shop.payouts.setFault('none')
    expect([await statusOf(id), await payoutsOf(id)]).toEqual(['sending', 0])
    await changes(saver)
    shop.clock.advance(HOUR_MS)
    await sendWithdrawals(shop.deps)
    expect([await statusOf(id), await payoutsOf(id)]).toEqual(['sending', 0])
    shop.clock.advance(20 * HOUR_MS)
    await sendWithdrawals(shop.deps)
    expect((await shop.cases()).at(-1)).toMatchObject({ kind: 'payout_unanswered', closed: false })
  })
})

describe('a dispute about a fare that was paid', () => {
  let driver: EarningDriver
  let fare: Awaited<ReturnType<typeof anEarnedFare>>

  beforeEach(async () => {
    driver = await anEarningDriver(shop)
    // Gives the driver withdrawable money besides the disputed fare.
    await anEarnedFare(shop, driver, { method: 'PSE' })
    fare = await anEarnedFare(shop, driver, { method: 'PSE' })
  })

  const dispute = async () => {
    const body = { statement: 'Yo no viajé: anotaron mi código y se fueron.' }
    const { status } = await shop.post(fare.passenger, `/bookings/${fare.bookingId}/dispute`, body)
    expect(status).toBe(200)
  }
  const decide = async (outcome: 'driver' | 'passenger') => {
    const body = { outcome, note: 'Revisamos los registros del viaje.' }
    await hearDriver(shop.deps.databaseUrl, fare.bookingId)
    const { status } = await shop.post(team, `/admin/disputes/${fare.bookingId}/resolve`, body)
    expect(status).toBe(200)
  }

  it('refuses to approve a withdrawal of a driver with an open fare dispute', async () => {
    const { id } = (await shop.ask(driver, 20_000)).body.withdrawal
    await dispute()
    expect((await shop.approve(shop.finance[0], id)).body.code).toBe('withdrawal_disputed')
    await decide('driver')
    expect((await shop.approve(shop.finance[0], id)).status).toBe(200)
  })

  it('sends an approved withdrawal only after the dispute of its owner is decided', async () => {
    const { id } = await shop.approved(driver, 20_000)
    await dispute()
    await sendWithdrawals(shop.deps)
    const file = await shop.post(shop.finance[0], '/admin/payout-batches', {})
    expect(file.body.code).toBe('payout_batch_empty')
    expect([await statusOf(id), await payoutsOf(id)]).toEqual(['approved', 0])
    await decide('driver')
    shop.clock.advance(DAY_MS)
    await sendWithdrawals(shop.deps)
    expect([await statusOf(id), await payoutsOf(id)]).toEqual(['sent', 1])
  })

  it('ends the withdrawal and refunds the fare when the passenger wins the dispute', async () => {
    const { id } = await shop.approved(driver, 20_000)
    await dispute()
    await decide('passenger')
    expect(await shop.withdrawal(id)).toMatchObject({
      status: 'cancelled',
      reason: expect.stringContaining('reclamo'),
    })
    expect(await shop.told(driver)).toContain('withdrawal_stopped')
    expect(await findDebt(shop.deps.db, driver.userId)).toBe(0)
    expect((await shop.ask(driver, 20_000)).status).toBe(201)
    await expectInAgreement()
  })

  it('books a debt and a case when the passenger wins after the money was paid out', async () => {
    shop.clock.advance(DAY_MS / 2)
    const whole = await shop.balance(driver)
    const { id } = await shop.approved(driver, whole)
    await sendWithdrawals(shop.deps)
    expect(await payoutsOf(id)).toBe(1)
    shop.clock.advance(-DAY_MS / 2)
    await dispute()
    await decide('passenger')
    expect(await findDebt(shop.deps.db, driver.userId)).toBeGreaterThan(0)
    expect((await shop.cases()).at(-1)).toMatchObject({
      kind: 'fare_uncovered',
      details: { userId: driver.userId },
    })
  })

  it('tells the driver of a debt from a dispute, and closes its case once it is paid', async () => {
    shop.clock.advance(DAY_MS / 2)
    await shop.approved(driver, await shop.balance(driver))
    await sendWithdrawals(shop.deps)
    shop.clock.advance(-DAY_MS / 2)
    await dispute()
    await decide('passenger')
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      `select body from notifications where user_id = $1 and kind = 'dispute_resolved'`,
      [driver.userId],
    )
    const debt = await findDebt(shop.deps.db, driver.userId)
    const [, owed = ''] = /debes (.+?)\. Lo que/.exec(rows[0].body) ?? []
    expect(owed.replace(/\D/g, '')).toBe(String(debt))
    await aVoidableTopUp(driver, 500_000)
    expect(await findDebt(shop.deps.db, driver.userId)).toBe(0)
    await shop.runRecurring('finance.tell-debts-paid')
    expect((await shop.cases()).at(-1)).toMatchObject({ kind: 'fare_uncovered', closed: true })
    expect((await shop.told(driver)).filter((kind) => kind === 'debt_paid')).toHaveLength(1)
  })
})

describe('a file for the bank that was not uploaded', () => {
  const takeBack = (by: TestUser, id: string, agree = true, seen: { isLast?: boolean } = {}) =>
    shop.post(by, `/admin/payout-batches/${id}/take-back`, { agree, ...seen })

  async function aFile() {
    const saver = await shop.aSaver()
    const { id } = await shop.approved(saver, 50_000)
    const { body } = await shop.post(shop.finance[0], '/admin/payout-batches', {})
    const { batch } = body as unknown as { batch: { id: string } }
    return { saver, id, batchId: batch.id }
  }

  it('lets two people revoke a bank file, and hands its withdrawal over again', async () => {
    const [jorge, marta] = shop.finance
    const { id, batchId } = await aFile()
    expect((await takeBack(jorge, batchId)).body).toMatchObject({ batch: { takenBack: false } })
    expect((await takeBack(jorge, batchId)).body).toMatchObject({ batch: { takenBack: false } })
    expect(await statusOf(id)).toBe('sent')
    expect((await takeBack(marta, batchId)).body).toMatchObject({ batch: { takenBack: true } })
    expect(await statusOf(id)).toBe('approved')
    expect((await takeBack(marta, batchId)).body.code).toBe('payout_batch_taken_back')
    await sendWithdrawals(shop.deps)
    expect([await statusOf(id), await payoutsOf(id)]).toEqual(['sent', 1])
    await expectInAgreement()
  })

  it('keeps a bank file when two people each say first that it was not uploaded', async () => {
    const [jorge, marta] = shop.finance
    const { id, batchId } = await aFile()
    const first = { isLast: false }
    expect((await takeBack(jorge, batchId, true, first)).status).toBe(200)
    expect((await takeBack(jorge, batchId, true, first)).status).toBe(200)
    expect((await takeBack(marta, batchId, true, first)).body.code).toBe('case_changed')
    expect(await statusOf(id)).toBe('sent')
    expect((await takeBack(marta, batchId, true, { isLast: true })).status).toBe(200)
    expect(await statusOf(id)).toBe('approved')
  })

  it('keeps a bank file when the second person says that it was uploaded', async () => {
    const [jorge, marta] = shop.finance
    const { id, batchId } = await aFile()
    await takeBack(jorge, batchId)
    expect((await takeBack(marta, batchId, false)).body).toMatchObject({
      batch: { takenBackBy: null, takenBack: false },
    })
    expect(await statusOf(id)).toBe('sent')
  })

  it('keeps a bank file once the result of one of its withdrawals is recorded', async () => {
    const [jorge] = shop.finance
    const { id, batchId } = await aFile()
    const result = { outcome: 'paid', note: 'Banco: 998877' }
    await shop.post(jorge, `/admin/withdrawals/${id}/result`, result)
    expect((await takeBack(jorge, batchId)).body.code).toBe('payout_batch_paid')
  })

  it('ends the withdrawal of a debtor when its bank file is revoked', async () => {
    const [jorge, marta] = shop.finance
    const { saver, id, batchId } = await aFile()
    await owes(saver)
    await takeBack(jorge, batchId)
    await takeBack(marta, batchId)
    await sendWithdrawals(shop.deps)
    expect([await statusOf(id), await payoutsOf(id)]).toEqual(['cancelled', 0])
  })
})
