import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp
let user: TestUser
let reference: string

beforeAll(async () => {
  shop = await openPaymentsApp()
})

beforeEach(async () => {
  shop.wompi.setAway(false)
  user = await aUser(shop.deps)
  reference = await shop.topUp(user, 60_000)
})

const confirm = () => shop.post(user, '/payments/confirm-redirect', { reference })
const resume = (who = user) => shop.post(who, '/payments/resume', { reference })
const discard = (who = user) => shop.post(who, '/payments/discard', { reference })
const listed = async () => (await shop.get(user, '/wallet/transactions')).body.transactions

/** Pays at the checkout without an event; the gateway tells of it when it is asked. */
function pay(status?: 'APPROVED' | 'DECLINED'): string {
  const id = shop.payer(reference, 60_000, { delivery: 'none' })
  if (status) shop.wompi.settle(id, status)
  return id
}

async function told(): Promise<string[]> {
  const sql = 'select kind from notifications where user_id = $1 order by created_at, id'
  const { rows } = await asOwner(shop.deps.databaseUrl, sql, [user.userId])
  return rows.map(({ kind }) => kind)
}

describe('what the gateway told about a pending top-up', () => {
  it('says that no payment is seen while nobody finished the checkout', async () => {
    const { body } = await confirm()
    expect(body.payment).toMatchObject({
      status: 'PENDING',
      transactionSeen: false,
      gatewayAnswered: true,
      method: null,
    })
    expect(body.payment.message).not.toMatch(/validación/)
    expect(await listed()).toMatchObject([
      { status: 'pending', transaction_seen: false, description: 'No vemos un pago todavía' },
    ])
  })

  it('says that the bank confirms when the gateway has a pending transaction', async () => {
    pay()
    const { body } = await confirm()
    expect(body.payment).toMatchObject({
      status: 'PENDING',
      transactionSeen: true,
      gatewayAnswered: true,
      method: 'CARD',
    })
    expect(body.payment.message).toMatch(/está en validación/)
    expect(await listed()).toMatchObject([
      { status: 'pending', transaction_seen: true, description: 'El banco confirma tu recarga' },
    ])
  })

  it('does not say that nobody paid when the gateway does not answer', async () => {
    pay('APPROVED')
    shop.wompi.setAway(true)
    const { body } = await confirm()
    expect(body.payment).toMatchObject({ transactionSeen: false, gatewayAnswered: false })
    expect(body.payment.message).toMatch(/no pagues otra vez/)
  })
})

describe('POST /payments/resume', () => {
  it('answers the checkout of an unfinished top-up again, with the same reference', async () => {
    const { status, body } = await resume()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ reference, amountInCents: 6_000_000, currency: 'COP' })
    const created = await shop.post(user, '/payments/create', { amount: 60_000 })
    expect(Object.keys(body.data)).toEqual(Object.keys(created.body.data))
  })

  it.each([undefined, 'DECLINED', 'APPROVED'] as const)(
    'refuses a top-up of which the gateway told a transaction: %s',
    async (outcome) => {
      pay(outcome)
      await confirm()
      const refused = { status: 409, body: { code: 'payment_seen' } }
      expect(await resume()).toMatchObject(refused)
      expect(await discard()).toMatchObject(refused)
    },
  )

  it('refuses a top-up that is no longer polled', async () => {
    shop.clock.advance(8 * DAY_MS)
    await shop.runRecurring('payments.reconcile')
    const sql = `update payments set status = 'abandoned' where reference = $1`
    await asOwner(shop.deps.databaseUrl, sql, [reference])
    expect(await resume()).toMatchObject({ status: 409, body: { code: 'payment_old' } })
  })

  it('refuses a top-up after another one was paid, and no longer calls it pending', async () => {
    shop.clock.advance(MINUTE_MS)
    const other = await shop.topUp(user, 60_000)
    shop.wompi.settle(shop.payer(other, 60_000), 'APPROVED')
    await shop.settleAll()
    expect(await resume()).toMatchObject({ status: 409, body: { code: 'payment_replaced' } })
    const { body } = await confirm()
    expect(body.payment).toMatchObject({ status: 'ABANDONED', transactionSeen: false })
    expect(body.payment.message).toMatch(/no hace falta terminarla/)
    const ours = (await listed()).find((line) => line.reference === reference)
    expect(ours).toMatchObject({ status: 'abandoned' })
    // Not told that it was left unfinished.
    shop.clock.advance(30 * MINUTE_MS)
    await shop.settleAll()
    expect(await told()).toEqual(['topup_approved'])
  })

  it('does not find the top-up of another person', async () => {
    const stranger = await aUser(shop.deps)
    const missing = { status: 404, body: { code: 'payment_not_found' } }
    expect(await resume(stranger)).toMatchObject(missing)
    expect(await discard(stranger)).toMatchObject(missing)
    expect(await listed()).toHaveLength(1)
  })
})

describe('POST /payments/discard', () => {
  it('hides the unfinished top-up from the list, also when it is repeated', async () => {
    expect(await discard()).toMatchObject({ status: 200, body: { discarded: true } })
    expect(await discard()).toMatchObject({ status: 200 })
    expect(await listed()).toEqual([])
  })

  it('credits and tells a late approval of a discarded top-up', async () => {
    await discard()
    const id = shop.payer(reference, 60_000)
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
    expect(await shop.balance(user)).toBe(60_000)
    expect(await told()).toEqual(['topup_approved'])
    expect(await listed()).toMatchObject([{ status: 'completed', amount: 60_000 }])
  })

  it('still polls a discarded top-up, so a lost event does not lose its approval', async () => {
    await discard()
    pay('APPROVED')
    shop.clock.advance(5 * MINUTE_MS)
    await shop.runRecurring('payments.reconcile')
    expect(await shop.balance(user)).toBe(60_000)
  })

  it('lists a discarded top-up again when somebody pays it and the bank confirms', async () => {
    await discard()
    pay()
    await confirm()
    expect(await listed()).toMatchObject([{ status: 'pending', transaction_seen: true }])
  })

  it('lists a discarded top-up again when its owner goes back to the gateway', async () => {
    await discard()
    await resume()
    expect(await listed()).toHaveLength(1)
  })

  it('does not tell that a discarded top-up was left unfinished', async () => {
    await discard()
    shop.clock.advance(31 * MINUTE_MS)
    await shop.runRecurring('payments.reconcile')
    expect(await told()).toEqual([])
  })
})
