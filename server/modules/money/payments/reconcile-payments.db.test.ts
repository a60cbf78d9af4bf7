import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'
import { reconcilePayments } from './reconcile-payments.ts'

let shop: PaymentsApp
let user: TestUser

beforeAll(async () => {
  shop = await openPaymentsApp()
})

beforeEach(async () => {
  shop.wompi.setAway(false)
  await shop.deps.db.updateTable('payments').set({ status: 'abandoned' }).execute()
  user = await aUser(shop.deps)
})

async function payment(reference: string) {
  return await shop.deps.db
    .selectFrom('payments')
    .select(['status', 'checks', 'next_check_at'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
}

describe('reconcilePayments', () => {
  it('credits a payment whose event was lost by polling', async () => {
    const reference = await shop.topUp(user, 60_000)
    shop.wompi.settle(shop.payer(reference, 60_000, { delivery: 'none' }), 'APPROVED')
    expect(await reconcilePayments(shop.deps)).toBe(0)
    shop.clock.advance(MINUTE_MS)
    expect(await reconcilePayments(shop.deps)).toBe(1)
    expect(await shop.balance(user)).toBe(60_000)
    shop.clock.advance(HOUR_MS - MINUTE_MS)
    expect(await reconcilePayments(shop.deps)).toBe(0)
  })

  /** Minutes after `since` at which the payment is polled, until it is abandoned. */
  async function polls(reference: string, since: Date, atMost = 20): Promise<number[]> {
    const ages: number[] = []
    while (ages.length < atMost) {
      const { next_check_at: due, status } = await payment(reference)
      if (status !== 'open') break
      ages.push((due.getTime() - since.getTime()) / MINUTE_MS)
      shop.clock.set(due)
      await reconcilePayments(shop.deps)
    }
    return ages
  }
  const QUIET = [5, 60, 24 * 60, 7 * 24 * 60]

  it('polls a payable payment often, and a left one after 1 h, 24 h and 7 days', async () => {
    const since = shop.clock.now()
    const ages = await polls(await shop.topUp(user, 60_000), since)
    expect(ages).toEqual([1, 3, 5, 20, ...QUIET.slice(1)])
  })

  it('polls a discarded payment after 5 minutes, 1 h, 24 h and 7 days only', async () => {
    const reference = await shop.topUp(user, 60_000)
    const since = shop.clock.now()
    await shop.post(user, '/payments/discard', { reference })
    expect(await polls(reference, since)).toEqual(QUIET)
  })

  it('polls a declined payment after 5 minutes, 1 h, 24 h and 7 days only', async () => {
    const reference = await shop.topUp(user, 60_000)
    shop.wompi.settle(shop.payer(reference, 60_000, { delivery: 'none' }), 'DECLINED')
    shop.clock.advance(2 * MINUTE_MS)
    const since = shop.clock.now()
    await shop.post(user, '/payments/confirm-redirect', { reference })
    expect(await polls(reference, since)).toEqual(QUIET)
  })

  it('polls a payment that a bank confirms at growing intervals', async () => {
    const reference = await shop.topUp(user, 60_000)
    shop.payer(reference, 60_000, { delivery: 'none' })
    const ages = await polls(reference, shop.clock.now(), 6)
    expect(ages.map((age, n) => age - (ages[n - 1] ?? 0))).toEqual([1, 2, 5, 15, 60, 180])
  })

  it('polls due payments again once the gateway is available', async () => {
    const reference = await shop.topUp(user, 60_000)
    shop.wompi.settle(shop.payer(reference, 60_000, { delivery: 'none' }), 'APPROVED')
    shop.wompi.setAway(true)
    shop.clock.advance(MINUTE_MS)
    expect(await reconcilePayments(shop.deps)).toBe(0)
    expect((await payment(reference)).status).toBe('open')
    shop.wompi.setAway(false)
    shop.clock.advance(2 * MINUTE_MS)
    await reconcilePayments(shop.deps)
    expect(await shop.balance(user)).toBe(60_000)
  })

  it('abandons a payment after a week, and still credits a late approval', async () => {
    const reference = await shop.topUp(user, 60_000)
    shop.clock.advance(6 * DAY_MS)
    await reconcilePayments(shop.deps)
    expect((await payment(reference)).status).toBe('open')
    shop.clock.advance(DAY_MS)
    await reconcilePayments(shop.deps)
    expect((await payment(reference)).status).toBe('abandoned')
    const { body } = await shop.post(user, '/payments/confirm-redirect', { reference })
    expect(body.payment.status).toBe('ABANDONED')
    expect(body.payment.message).toMatch(/quedó abandonado y tu saldo no cambió/)
    shop.wompi.settle(shop.payer(reference, 60_000), 'APPROVED')
    await shop.settleAll()
    expect(await shop.balance(user)).toBe(60_000)
    expect((await payment(reference)).status).toBe('approved')
  })

  it('polls a pending cash payment longer than a week, and for 30 days at most', async () => {
    const cash = { method: 'BANCOLOMBIA_COLLECT', delivery: 'none' } as const
    const [reference, left] = [await shop.topUp(user, 60_000), await shop.topUp(user, 70_000)]
    const id = shop.payer(reference, 60_000, cash)
    shop.payer(left, 70_000, cash)
    for (const passed of [MINUTE_MS, 9 * DAY_MS]) {
      shop.clock.advance(passed)
      await reconcilePayments(shop.deps)
      expect((await payment(reference)).status).toBe('open')
    }
    shop.wompi.settle(id, 'APPROVED')
    shop.clock.advance(20 * DAY_MS)
    await reconcilePayments(shop.deps)
    expect(await shop.balance(user)).toBe(60_000)
    expect((await payment(left)).status).toBe('open')
    shop.clock.advance(DAY_MS)
    await reconcilePayments(shop.deps)
    expect((await payment(left)).status).toBe('abandoned')
  })
})
