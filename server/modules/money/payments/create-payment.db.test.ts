import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { aUser, TEST_PHONE, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp
let user: TestUser

beforeAll(async () => {
  shop = await openPaymentsApp()
  user = await aUser(shop.deps, { firstName: 'Ana', lastName: 'Díaz' })
})

async function countPayments(): Promise<number> {
  return (await shop.deps.db.selectFrom('payments').select('id').execute()).length
}

describe('POST /payments/create', () => {
  it('returns all signed fields that the checkout form needs', async () => {
    const { status, body } = await shop.post(user, '/payments/create', {
      amount: 60_000,
      userId: user.userId,
    })
    const { wompi } = shop.deps.secrets
    const reference = String(body.data.reference)
    expect(status).toBe(200)
    expect(reference).toMatch(/^CUPO-[0-9a-f]{32}$/)
    const signed = `${reference}6000000COP${wompi.integritySecret}`
    expect(body).toEqual({
      success: true,
      data: {
        reference,
        amountInCents: 6_000_000,
        signature: createHash('sha256').update(signed).digest('hex'),
        publicKey: wompi.publicKey,
        currency: 'COP',
        checkoutUrl: shop.deps.urls.checkout,
        redirectUrl: `http://localhost:3000/confirmacion-pago?payment_return=true&reference=${reference}`,
        customer: {
          email: user.email,
          fullName: 'Ana Díaz',
          phoneNumber: TEST_PHONE,
          legalId: null,
          legalIdType: 'CC',
        },
      },
    })
  })

  it('names the document of the payer as the gateway does: a PPT has no name there', async () => {
    const types = [
      ['CC', 'CC'],
      ['CE', 'CE'],
      ['PAS', 'PP'],
      ['PPT', 'OTHER'],
    ] as const
    for (const [type, named] of types) {
      const payer = await aUser(shop.deps, { verified: true, document: [type, '5123456'] })
      const { body } = await shop.post(payer, '/payments/create', { amount: 60_000 })
      expect(body.data.customer).toMatchObject({ legalId: '5123456', legalIdType: named })
    }
  })

  it.each([
    [{ amount: 9_999 }, 400, 'amount_too_small'],
    [{ amount: 5_000_001 }, 400, 'amount_too_large'],
    [{ amount: 60_000, userId: '019e9f00-1234-7abc-8def-0123456789ab' }, 403, 'forbidden'],
    [{ amount: 0 }, 400, 'invalid_request'],
    [{ amount: -60_000 }, 400, 'invalid_request'],
    [{ amount: 60_000.5 }, 400, 'amount_not_whole'],
    [{ amount: '60000' }, 400, 'invalid_request'],
    [{ amount: null }, 400, 'invalid_request'],
    [{ amount: [60_000] }, 400, 'invalid_request'],
    [{ amount: { $gt: 0 } }, 400, 'invalid_request'],
    [{ amount: 2 ** 53 }, 400, 'invalid_request'],
    [{ amount: 60_000, admin: true }, 400, 'invalid_request'],
    [{}, 400, 'invalid_request'],
  ])('refuses a payment with %j', async (payload, status, code) => {
    const before = await countPayments()
    const answer = await shop.post(user, '/payments/create', payload)
    expect(answer).toMatchObject({ status, body: { code } })
    expect(await countPayments()).toBe(before)
  })

  it('returns the same payment for a repeated key, and refuses another amount', async () => {
    const headers = { 'idempotency-key': 'recarga-0001' }
    const first = await shop.post(user, '/payments/create', { amount: 20_000 }, headers)
    const again = await shop.post(user, '/payments/create', { amount: 20_000 }, headers)
    expect(again).toEqual(first)
    const other = await shop.post(user, '/payments/create', { amount: 30_000 }, headers)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    const stranger = await aUser(shop.deps)
    const theirs = await shop.post(stranger, '/payments/create', { amount: 20_000 }, headers)
    expect(theirs.body.data.reference).not.toBe(first.body.data.reference)
  })

  it('refuses to create a payment without a session', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/payments/create',
      payload: { amount: 60_000 },
    })
    expect(answer.statusCode).toBe(401)
  })
})
