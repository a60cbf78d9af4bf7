import { beforeAll, describe, expect, it } from 'vitest'
import { findDebt, withdrawableOf } from '#server/modules/bank/ledger/index.ts'
import { downloadBatch } from '#server/modules/money/withdrawals/bank-file.ts'
import { rejectWithdrawal } from '#server/modules/money/withdrawals/decide-withdrawal.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { type ClaimsApp, openClaimsApp } from '#test/claim-factories.ts'
import { aFundedWallet, aUser, matured } from '#test/factories.ts'
import { anEarnedFare, anEarningDriver } from '#test/fare-factories.ts'
import { aRoadNetwork } from '#test/trip-factories.ts'
import { eraseDigests } from './close-account.ts'
import { payClaims } from './pay-claims.ts'

let shop: ClaimsApp

beforeAll(async () => {
  shop = await openClaimsApp()
  await aRoadNetwork(shop.deps)
})

async function paidBy(userId: string, pesos: number, method = 'CARD') {
  const paid = await shop.aCheckout(userId, pesos, method)
  await shop.report(paid, 'APPROVED')
  return paid
}

describe('the claim to the money of a closed account', () => {
  it('lapses a travel-only credit, and pays young card money once it is mature', async () => {
    const person = await shop.aSaver(0)
    await paidBy(person.userId, 30_000)
    await shop.aCredit(person.userId, 100_000)
    expect(await shop.close(person.userId)).toBe(true)
    expect(await shop.left(person.userId)).toBe(30_000)
    expect((await shop.claimOf(person.userId))?.open).toBe(true)
    expect(await shop.cases()).toEqual([])
    shop.clock.advance(29 * DAY_MS)
    expect(await shop.payClaims(person.userId)).toBe(0)
    shop.clock.advance(DAY_MS)
    expect(await shop.payClaims(person.userId)).toBe(30_000)
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: false })
  })

  it('opens again when the bank returns its payment, and waits for another account', async () => {
    const person = await shop.aSaver(0)
    await paidBy(person.userId, 50_000, 'PSE')
    expect(await shop.close(person.userId)).toBe(true)
    shop.clock.advance(4 * DAY_MS)
    expect(await shop.payClaims(person.userId)).toBe(50_000)
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: false })
    const [first, second] = shop.finance
    const [paid] = await shop.withdrawalsOf(person.userId)
    const path = `/admin/withdrawals/${paid?.id}/return`
    const told = { bankReference: 'MOV-5001', reason: 'La cuenta está cerrada.' }
    expect((await shop.post(first, path, told)).status).toBe(200)
    expect((await shop.post(second, `${path}/confirm`, { agree: true })).status).toBe(200)
    expect(await shop.left(person.userId)).toBe(50_000)
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: true })
    expect(await shop.payClaims(person.userId)).toBe(0)
    expect(await findMismatches(shop.deps)).toEqual([])
  })

  it('ends a claim when the gateway voids its top-up after the closing', async () => {
    const person = await shop.aSaver(0)
    const paid = await paidBy(person.userId, 50_000, 'PSE')
    expect(await shop.close(person.userId)).toBe(true)
    await shop.report(paid, 'VOIDED')
    expect(await shop.left(person.userId)).toBe(0)
    expect((await shop.claimOf(person.userId))?.open).toBe(false)
    shop.clock.advance(4 * DAY_MS)
    expect(await shop.payClaims(person.userId)).toBe(0)
  })

  it('ends a claim by a refund that two people signed after the closing', async () => {
    const person = await shop.aSaver(0)
    const paid = await paidBy(person.userId, 50_000)
    expect(await shop.close(person.userId)).toBe(true)
    const refund = await shop.proposeRefund(paid, 50_000)
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: true })
    expect(await shop.sign(refund ?? '')).toBe(200)
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: false })
  })

  it('does not close an account while the ledger holds a proposed refund', async () => {
    const person = await shop.aSaver(0)
    const paid = await paidBy(person.userId, 50_000)
    const refund = await shop.proposeRefund(paid, 50_000)
    expect(await shop.close(person.userId)).toBe(false)
    const { body } = await shop.get(person, '/me/privacy')
    expect(body).toMatchObject({ privacy: { beforeClosing: { open: [{ kind: 'hold' }] } } })
    expect(await shop.sign(refund ?? '')).toBe(200)
    expect(await shop.close(person.userId)).toBe(true)
    expect(await shop.left(person.userId)).toBe(0)
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: false, sealed: null })
  })

  it('keeps a claim waiting for an open money case, and alarms after 15 days', async () => {
    const person = await shop.aSaver(0)
    const paid = await paidBy(person.userId, 50_000)
    await shop.query(
      `insert into payment_cases (id, kind, reference, transaction_id, opened_at)
       values ($1, 'double_charge', $2, $2, $3)`,
      [paid.paymentId, paid.reference, shop.clock.now()],
    )
    expect(await shop.close(person.userId)).toBe(false)
    const alarms = async () =>
      /closing_case_overdue(?:_total)?\S* (\d+)/.exec(
        await shop.deps.metrics.registry.metrics(),
      )?.[1] ?? '0'
    expect(await alarms()).toBe('0')
    shop.clock.advance(16 * DAY_MS)
    expect(await shop.close(person.userId)).toBe(false)
    expect(await alarms()).toBe('1')
    await shop.query('update payment_cases set closed_at = $2 where id = $1', [
      paid.paymentId,
      shop.clock.now(),
    ])
    expect(await shop.close(person.userId)).toBe(true)
  })

  it('opens when an abandoned top-up is approved after the closing, and is paid', async () => {
    const person = await shop.aSaver(0)
    const late = await shop.aCheckout(person.userId, 70_000, 'PSE')
    expect(await shop.close(person.userId)).toBe(true)
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: false })
    await shop.report(late, 'APPROVED')
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: true })
    expect(await findMismatches(shop.deps)).toEqual([])
    shop.clock.advance(4 * DAY_MS)
    expect(await shop.payClaims(person.userId)).toBe(70_000)
  })

  it('returns a credit to the company in one transfer with the cause of the credit', async () => {
    const person = await aUser(shop.deps)
    const id = await shop.aCredit(person.userId, 10_000)
    await shop.close(person.userId)
    const [lapsed] = await shop.query(
      `select t.cause_id, t.amount::int as pesos, c.code from ledger_transfers t
       join ledger_accounts c on c.id = t.credit_account where t.code = 'credit_lapsed'
         and t.cause_id = $1`,
      [id],
    )
    expect(lapsed).toEqual({ cause_id: id, pesos: 10_000, code: 'company:credits' })
  })

  it('needs two people above 500,000 pesos in all, and pays the account of before', async () => {
    const person = await shop.aSaver(0)
    await aFundedWallet(shop.deps, person.userId, 400_000, matured(shop.clock.now()))
    const later = await shop.aCheckout(person.userId, 150_000, 'PSE')
    expect(await shop.close(person.userId)).toBe(true)
    expect(await shop.payClaims(person.userId)).toBe(400_000)
    await shop.report(later, 'APPROVED')
    shop.clock.advance(4 * DAY_MS)
    expect(await shop.payClaims(person.userId)).toBe(150_000)
    const paid = await shop.withdrawalsOf(person.userId)
    expect(paid).toMatchObject([
      { pesos: 400_000, twoPeople: false },
      { pesos: 150_000, twoPeople: true },
    ])
    const [batch] = await shop.query('select batch_id as id from withdrawals where id = $1', [
      paid[0]?.id,
    ])
    const asked = { batchId: batch?.id ?? '' }
    const file = await downloadBatch(shop.deps, shop.finance[0], asked)
    expect(file).toContain('Elena Cano')
    expect(file).toMatch(/;AHORROS;4\d{10};400000/)
    // Nothing is left: the next run forgets whose it was.
    await shop.payClaims(person.userId)
    shop.clock.advance(31 * DAY_MS)
    await shop.payClaims(person.userId)
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: false, sealed: null })
    const [kept] = await shop.query(
      'select count(destination_sealed)::int as n from withdrawals where user_id = $1',
      [person.userId],
    )
    expect(kept).toEqual({ n: 0 })
  })

  it('shows finance the verified name of before, which is that of the account', async () => {
    const person = await shop.aSaver(0)
    await aFundedWallet(shop.deps, person.userId, 90_000, matured(shop.clock.now()))
    expect(await shop.close(person.userId)).toBe(true)
    await payClaims(shop.deps)
    const { body } = await shop.get(shop.finance[0], '/admin/withdrawals?status=waiting')
    const { items } = body as unknown as { items: Record<string, never>[] }
    const found = items.find(({ amount }) => amount === 90_000)
    expect(found?.owner).toMatchObject({ verifiedName: 'Elena Cano' })
    expect(found?.unusual).not.toContain('names_differ')
  })

  it('refuses to request a claim again after a refusal, or without an account', async () => {
    const person = await shop.aSaver(200_000)
    expect(await shop.close(person.userId)).toBe(true)
    await payClaims(shop.deps)
    const [asked] = await shop.withdrawalsOf(person.userId)
    const refusal = { withdrawalId: asked?.id ?? '', reason: 'La cuenta no existe.' }
    await rejectWithdrawal(shop.deps, shop.finance[0], refusal)
    expect(await shop.payClaims(person.userId)).toBe(0)
    expect(await shop.withdrawalsOf(person.userId)).toHaveLength(1)
    const other = await aUser(shop.deps)
    await aFundedWallet(shop.deps, other.userId, 90_000, matured(shop.clock.now()))
    expect(await shop.close(other.userId)).toBe(true)
    expect(await shop.payClaims(other.userId)).toBe(0)
    expect(await shop.claimOf(other.userId)).toMatchObject({ open: true })
  })

  it('does not pay a claim while a void has left a debt', async () => {
    const person = await shop.aSaver(0)
    const paid = await paidBy(person.userId, 60_000, 'PSE')
    shop.clock.advance(4 * DAY_MS)
    const late = await shop.aCheckout(person.userId, 20_000, 'PSE')
    expect(await shop.close(person.userId)).toBe(true)
    expect(await shop.payClaims(person.userId)).toBe(60_000)
    await shop.report(paid, 'VOIDED')
    expect(await findDebt(shop.deps.db, person.userId)).toBe(60_000)
    expect((await shop.cases()).map(({ kind }) => kind)).toContain('reversal_uncovered')
    await shop.report(late, 'APPROVED')
    expect(await findDebt(shop.deps.db, person.userId)).toBe(40_000)
    shop.clock.advance(4 * DAY_MS)
    expect(await shop.payClaims(person.userId)).toBe(0)
    expect(await shop.claimOf(person.userId)).toMatchObject({ open: false })
  })
})

describe('fares between the same hands', () => {
  it('stay held for finance when the accomplice closes the account', async () => {
    const driver = await anEarningDriver(shop)
    const friend = await aUser(shop.deps)
    for (const { userId } of [driver, friend]) {
      await shop.query(
        `insert into user_devices (user_id, device_index, first_seen_at, last_seen_at)
         values ($1, sha256('the same'), now(), now())`,
        [userId],
      )
    }
    const fare = await anEarnedFare(shop, driver, { method: 'CARD', passenger: friend })
    shop.clock.advance(11 * DAY_MS)
    const held = async () =>
      (await withdrawableOf(shop.deps.db, { userId: driver.userId, now: shop.clock.now() })).held
    expect(await held()).toBe(fare.net)
    await shop.query('delete from user_devices where user_id = $1', [friend.userId])
    expect(await held()).toBe(fare.net)
  })

  it('keeps digests until the youngest card top-up is 30 days old', async () => {
    const person = await shop.aSaver(0)
    await paidBy(person.userId, 30_000)
    await shop.query(
      `insert into user_devices (user_id, device_index, first_seen_at, last_seen_at)
       values ($1, sha256('another'), now(), now())`,
      [person.userId],
    )
    await shop.close(person.userId)
    const digests = async () => {
      const [row] = await shop.query(
        `select (select count(*)::int from user_devices where user_id = $1) as devices,
           (select count(*)::int from payout_accounts where user_id = $1
             and number_index <> sha256(convert_to(id::text, 'UTF8'))) as accounts`,
        [person.userId],
      )
      return row
    }
    shop.clock.advance(29 * DAY_MS)
    await eraseDigests(shop.deps)
    expect(await digests()).toEqual({ devices: 1, accounts: 1 })
    shop.clock.advance(2 * DAY_MS)
    await eraseDigests(shop.deps)
    expect(await digests()).toEqual({ devices: 0, accounts: 0 })
  })

  it('treats a fare from a credit for travelling as one from young card money', async () => {
    const driver = await anEarningDriver(shop)
    const friend = await aUser(shop.deps)
    await shop.aCredit(friend.userId, 200_000)
    const { net } = await anEarnedFare(shop, driver, { passenger: friend })
    const sum = () => withdrawableOf(shop.deps.db, { userId: driver.userId, now: shop.clock.now() })
    shop.clock.advance(2 * DAY_MS)
    expect(await sum()).toMatchObject({ pesos: 0, young: net })
    shop.clock.advance(6 * DAY_MS)
    expect(await sum()).toMatchObject({ pesos: net, young: 0 })
  })
})
