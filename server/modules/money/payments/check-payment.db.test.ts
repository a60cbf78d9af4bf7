import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

const REFUSED =
  'Pago rechazado o fallido. Tu saldo no ha sido modificado. Intenta con otro método de pago.'

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

const confirm = (body: Record<string, unknown> = {}, who = user) =>
  shop.post(who, '/payments/confirm-redirect', { reference, ...body })

const validate = (transactionId: string, who = user) =>
  shop.post(who, '/payments/validate', { transactionId, userId: who.userId })

function pay(status?: 'APPROVED' | 'DECLINED' | 'ERROR', of = reference): string {
  const id = shop.payer(of, 60_000, { delivery: 'none' })
  if (status) shop.wompi.settle(id, status)
  return id
}

describe('POST /payments/confirm-redirect', () => {
  it('answers a return from the checkout as pending while nobody has paid', async () => {
    const { status, body } = await confirm({ userId: user.userId })
    expect(status).toBe(200)
    expect(body.payment).toMatchObject({ status: 'PENDING', id: null, amount: 60_000, reference })
    expect(body.payment.message).toMatch(/actualizará tu saldo automáticamente/)
  })

  it('credits a payment at the return from the checkout, before any event arrives', async () => {
    const id = pay('APPROVED')
    const { body } = await confirm({ transactionId: id })
    expect(body.payment).toMatchObject({ status: 'APPROVED', id })
    expect(body.payment.message).toMatch(/se actualizó automáticamente/)
    expect(await shop.balance(user)).toBe(60_000)
    expect((await confirm({ transactionId: id })).body.payment.status).toBe('APPROVED')
    expect(await shop.balance(user)).toBe(60_000)
  })

  it('answers that a refused payment did not change the balance', async () => {
    pay('DECLINED')
    const { body } = await confirm()
    expect(body.payment).toMatchObject({ status: 'DECLINED', message: REFUSED })
    // The payer tries again at the checkout: pending again, then approved late.
    const retry = pay()
    expect((await confirm()).body.payment).toMatchObject({ status: 'PENDING', id: retry })
    shop.wompi.settle(retry, 'APPROVED')
    expect((await confirm()).body.payment).toMatchObject({ status: 'APPROVED', id: retry })
  })

  it('credits nothing for a transaction of another person in the return address', async () => {
    const stranger = await aUser(shop.deps)
    const theirs = await shop.topUp(stranger, 60_000)
    const id = pay('APPROVED', theirs)
    const { body } = await confirm({ transactionId: id })
    expect(body.payment).toMatchObject({ status: 'PENDING', id: null })
    expect(await shop.balance(user)).toBe(0)
    expect((await confirm({ transactionId: 'PAY-inventada' })).body.payment.status).toBe('PENDING')
  })

  it('answers our record of a payment while the gateway is unavailable', async () => {
    const id = pay('APPROVED')
    shop.wompi.setAway(true)
    const { status, body } = await confirm({ transactionId: id })
    expect(status).toBe(200)
    expect(body.payment.status).toBe('PENDING')
    expect(await shop.balance(user)).toBe(0)
  })

  it('finds only payment references of the caller', async () => {
    const stranger = await aUser(shop.deps)
    const missing = { status: 404, body: { code: 'payment_not_found' } }
    expect(await confirm({}, stranger)).toMatchObject(missing)
    expect(await confirm({ reference: 'CUPO-0' })).toMatchObject(missing)
    expect(await confirm({ userId: stranger.userId })).toMatchObject({ status: 403 })
    expect(await confirm({ reference: '../x' })).toMatchObject({ status: 400 })
    expect(await confirm({ status: 'APPROVED' })).toMatchObject({ status: 400 })
  })
})

describe('POST /payments/validate', () => {
  it('settles a transaction that was unknown until it was validated', async () => {
    const { status, body } = await validate(pay('APPROVED'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, error: null, transaction: { status: 'APPROVED' } })
    expect(await shop.balance(user)).toBe(60_000)
  })

  it('answers a transaction with an error as refused', async () => {
    const { body } = await validate(pay('ERROR'))
    expect(body.transaction).toMatchObject({ status: 'ERROR', message: REFUSED })
  })

  it('does not find a transaction of another person, recorded or not', async () => {
    const stranger = await aUser(shop.deps)
    const id = pay('APPROVED')
    const missing = { status: 404, body: { code: 'payment_not_found' } }
    expect(await validate(id, stranger)).toMatchObject(missing)
    expect(await shop.balance(user)).toBe(0)
    await validate(id)
    expect(await validate(id, stranger)).toMatchObject(missing)
    expect(await validate('1-1795000000-1')).toMatchObject(missing)
  })

  it('fails to validate an unrecorded transaction while the gateway is unavailable', async () => {
    const id = pay()
    shop.wompi.setAway(true)
    const failed = await validate(id)
    expect(failed).toMatchObject({ status: 502, body: { code: 'gateway_unavailable' } })
    shop.wompi.setAway(false)
    await validate(id)
    shop.wompi.setAway(true)
    expect((await validate(id)).body.transaction).toMatchObject({ status: 'PENDING', id })
  })
})
