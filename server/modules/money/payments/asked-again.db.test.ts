import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenTopUps } from '#contract/payments.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
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

async function statusOf(reference: string): Promise<string> {
  const row = await shop.deps.db
    .selectFrom('payments')
    .select('status')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  return row.status
}

/** Credits a top-up whose void will be reported by no event. */
async function anApproved(pesos = 60_000): Promise<{ reference: string; id: string }> {
  const reference = await shop.topUp(user, pesos)
  const id = shop.payer(reference, pesos, { delivery: 'none' })
  shop.wompi.settle(id, 'APPROVED')
  await shop.post(user, '/payments/confirm-redirect', { reference })
  expect(await shop.balance(user)).toBe(pesos)
  return { reference, id }
}

describe('a void whose event is lost', () => {
  const months = Array.from({ length: 18 }, (_, month) => (month + 1) * 30 * 24)
  const hours = [1, 24, 3 * 24, 7 * 24, ...months]

  it.each([1, 24, 3 * 24, 7 * 24, 30 * 24, 540 * 24])(
    'finds a void without event by polling, %i hours after the approval',
    async (at) => {
      const { reference, id } = await anApproved()
      const approved = shop.clock.now().getTime()
      for (const before of hours.filter((each) => each < at)) {
        shop.clock.set(new Date(approved + before * HOUR_MS))
        expect(await reconcilePayments(shop.deps)).toBe(1)
        expect(await reconcilePayments(shop.deps)).toBe(0)
      }
      shop.wompi.settle(id, 'VOIDED')
      shop.clock.set(new Date(approved + at * HOUR_MS - MINUTE_MS))
      expect(await reconcilePayments(shop.deps)).toBe(0)
      shop.clock.advance(MINUTE_MS)
      expect(await reconcilePayments(shop.deps)).toBe(1)
      // Read the balance directly: the session of the user has expired by then.
      expect((await walletTotals(shop.deps.db, user.userId)).available).toBe(0)
      expect(await statusOf(reference)).toBe('reversed')
      shop.clock.advance(100 * DAY_MS)
      expect(await reconcilePayments(shop.deps)).toBe(0)
    },
  )

  it('stops polling an approved payment after 18 months', async () => {
    await anApproved()
    const approved = shop.clock.now().getTime()
    for (const at of hours) {
      shop.clock.set(new Date(approved + at * HOUR_MS))
      expect(await reconcilePayments(shop.deps)).toBe(1)
    }
    shop.clock.advance(1_000 * DAY_MS)
    expect(await reconcilePayments(shop.deps)).toBe(0)
  })

  it.each(['confirm-redirect', 'validate'])(
    'finds a void without event by the call %s, at most every 10 minutes',
    async (call) => {
      const { reference, id } = await anApproved()
      const ask = async () => {
        const input = call === 'validate' ? { transactionId: id } : { reference }
        const { body } = await shop.post(user, `/payments/${call}`, input)
        return (body.payment ?? body.transaction).status
      }
      expect(await ask()).toBe('APPROVED')
      shop.wompi.settle(id, 'VOIDED')
      shop.clock.advance(9 * MINUTE_MS)
      expect(await ask()).toBe('APPROVED')
      shop.clock.advance(MINUTE_MS)
      expect(await ask()).toBe('VOIDED')
      expect(await shop.balance(user)).toBe(0)
    },
  )

  it('polls an approved payment again when the gateway was unavailable', async () => {
    const { id } = await anApproved()
    shop.wompi.settle(id, 'VOIDED')
    shop.wompi.setAway(true)
    shop.clock.advance(HOUR_MS)
    expect(await reconcilePayments(shop.deps)).toBe(0)
    shop.wompi.setAway(false)
    shop.clock.advance(2 * MINUTE_MS)
    expect(await reconcilePayments(shop.deps)).toBe(1)
    expect(await shop.balance(user)).toBe(0)
  })
})

describe('an abandoned payment', () => {
  it('reopens an abandoned payment when somebody pays, and credits it without event', async () => {
    const reference = await shop.topUp(user, 60_000)
    shop.clock.advance(31 * DAY_MS)
    await reconcilePayments(shop.deps)
    expect(await statusOf(reference)).toBe('abandoned')
    const id = shop.payer(reference, 60_000, {
      method: 'BANCOLOMBIA_COLLECT',
      delivery: 'none',
    })
    await shop.post(user, '/payments/confirm-redirect', { reference })
    expect(await statusOf(reference)).toBe('open')
    shop.clock.advance(2 * DAY_MS)
    await reconcilePayments(shop.deps)
    expect(await statusOf(reference)).toBe('open')
    shop.wompi.settle(id, 'APPROVED')
    shop.clock.advance(DAY_MS)
    await reconcilePayments(shop.deps)
    expect(await shop.balance(user)).toBe(60_000)
  })
})

describe('many open payments of one person', () => {
  it('does not delay the payment of one person by many open payments of another', async () => {
    const flooder = await aUser(shop.deps)
    const rows = Array.from({ length: 400 }, (_, n) => ({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      reference: `CUPO-FLOOD-${n}`,
      user_id: flooder.userId,
      amount_pesos: 20_000,
      environment: 'test',
      status: 'open',
      created_at: shop.clock.now(),
      updated_at: shop.clock.now(),
      next_check_at: shop.clock.now(),
    }))
    await shop.deps.db.insertInto('payments').values(rows).execute()
    const reference = await shop.topUp(user, 60_000)
    shop.wompi.settle(shop.payer(reference, 60_000, { delivery: 'none' }), 'APPROVED')
    shop.clock.advance(MINUTE_MS)
    await reconcilePayments(shop.deps)
    expect(await shop.balance(user)).toBe(60_000)
  })

  const create = () => shop.post(user, '/payments/create', { amount: 20_000 })

  it('refuses the eleventh open payment of a person and lists them', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, create))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([409, 'too_many_open_payments']),
    )
    const [references = []] = [
      answers.flatMap(({ body }) => (body.data ? [String(body.data.reference)] : [])),
    ]
    const endsAt = new Date(shop.clock.now().getTime() + 30 * MINUTE_MS).toISOString()
    const { body } = await create()
    const { details, error } = body as unknown as { details: OpenTopUps; error: string }
    expect(error).toMatch(/^Tienes 10 recargas sin terminar\. Descarta una de estas o espera hasta/)
    expect(details).toMatchObject({ endsAt })
    expect(details.open.map(({ reference }) => reference).sort()).toEqual(references.sort())
    expect(details.open[0]).toMatchObject({ pesos: 20_000, isSeen: false })

    const [first, second] = references
    await shop.post(user, '/payments/discard', { reference: first })
    expect((await create()).status).toBe(200)
    expect((await create()).status).toBe(409)
    shop.wompi.settle(shop.payer(second ?? '', 20_000), 'DECLINED')
    await shop.settleAll()
    expect((await create()).status).toBe(200)
    expect((await create()).status).toBe(409)
    shop.clock.advance(30 * MINUTE_MS)
    expect((await create()).status).toBe(200)
  })

  it('takes a top-up after ten that were all discarded', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { reference } = (await create()).body.data
      await shop.post(user, '/payments/discard', { reference })
    }
    expect((await create()).status).toBe(200)
  })

  it('names no way out by discarding when banks confirm all ten', async () => {
    for (let n = 0; n < 10; n += 1) {
      const reference = String((await create()).body.data.reference)
      shop.payer(reference, 20_000)
      await shop.post(user, '/payments/confirm-redirect', { reference })
    }
    shop.clock.advance(HOUR_MS)
    const { body } = await create()
    expect(body).toMatchObject({ code: 'too_many_open_payments', details: { endsAt: null } })
    expect(String((body as unknown as { error: string }).error)).toMatch(
      /Tu banco las está confirm/,
    )
  })

  it('refuses the 61st payment of one day, and takes one on the next day', async () => {
    for (let n = 0; n < 60; n += 1) {
      const { reference } = (await create()).body.data
      await shop.post(user, '/payments/discard', { reference })
    }
    expect((await create()).body.code).toBe('payments_of_day')
    shop.clock.advance(DAY_MS)
    expect((await create()).status).toBe(200)
  })
})
