import { describe, expect, it } from 'vitest'
import { integritySignature, verifyEvent } from './wompi-signature.ts'

const PROD_EVENTS = 'prod_events_OcHnIzeBl5socpwByQ4hA52Em3USQ93Z'
const TEST_EVENTS = 'test_events_EqCPDEn5x4lRatGPxLhyZd6YTgd6QSrr'
const PROPERTIES = ['transaction.id', 'transaction.status', 'transaction.amount_in_cents']
const APPROVED = '5a18ec5e8fdb7df463e9f94774cba8f583ba21bd04a09ceff2ea68a4bc0aefbe'

const transaction = {
  id: '1234-1610641025-49201',
  status: 'APPROVED',
  amount_in_cents: 4_490_000,
  reference: 'MZQ3X2DE2SMX',
  currency: 'COP',
}

function event(change: Record<string, unknown> = {}, checksum = APPROVED, status = 'APPROVED') {
  return {
    event: 'transaction.updated',
    data: { transaction: { ...transaction, status } },
    environment: 'prod',
    signature: { properties: PROPERTIES, checksum },
    timestamp: 1_530_291_411,
    ...change,
  }
}

describe('integritySignature', () => {
  const order = {
    reference: 'sk8-438k4-xmxm392-sn2m',
    amountInCents: 2_490_000,
    currency: 'COP',
    secret: 'prod_integrity_Z5mMke9x0k8gpErbDqwrJXMqsI6SFli6',
  } as const

  it('computes the integrity signature that the gateway publishes as an example', () => {
    expect(integritySignature(order)).toBe(
      '37c8407747e595535433ef8f6a811d853cd943046624a0ec04662b17bbf33bf5',
    )
  })

  it.each([0, -100, 150, 1.5, Number.NaN, 2 ** 53])(
    'refuses to sign an amount of %s cents',
    (amountInCents) => {
      expect(() => integritySignature({ ...order, amountInCents })).toThrow(/assertion/)
    },
  )

  it('refuses to sign with an empty secret', () => {
    expect(() => integritySignature({ ...order, secret: '' })).toThrow(/empty/)
  })
})

describe('verifyEvent', () => {
  it.each([
    ['APPROVED', PROD_EVENTS, APPROVED],
    ['DECLINED', PROD_EVENTS, '541c5d64f77c34446d303142c3399c54261250ecec26316b0eeb682d775a511d'],
    ['APPROVED', TEST_EVENTS, 'c7c03147429efbbcfab3cdf585041c871d577ca183b1387581535add1a061780'],
  ])('accepts an event of state %s signed with its secret', (status, secret, checksum) => {
    const verified = verifyEvent(event({}, checksum, status), secret)
    expect(verified?.transaction).toEqual({ id: transaction.id, status })
    expect(verified).toMatchObject({ environment: 'prod', type: 'transaction.updated', checksum })
  })

  it('accepts an event with an upper-case checksum and the timestamp inside the signature', () => {
    const signature = {
      properties: PROPERTIES,
      checksum: APPROVED.toUpperCase(),
      timestamp: '1530291411',
    }
    const verified = verifyEvent(event({ signature, timestamp: undefined }), PROD_EVENTS)
    expect(verified?.checksum).toBe(APPROVED)
  })

  it.each([
    [
      'the digest printed in the documentation',
      event({}, '3476dda50f64cd7cbd160689640506febea93239bc524fc0469b2c68a3cc8bd0'),
    ],
    ['another status', event({}, APPROVED, 'DECLINED')],
    ['another timestamp', event({ timestamp: 1_530_291_412 })],
    ['no timestamp', event({ timestamp: undefined })],
    [
      'a timestamp of 9 digits, whose first one was moved to the amount',
      event({
        data: { transaction: { ...transaction, amount_in_cents: 44_900_001 } },
        timestamp: 530_291_411,
      }),
    ],
    ['no signature', event({ signature: undefined })],
    ['a short checksum', event({}, APPROVED.slice(2))],
    ['a checksum that is not text', event({ signature: { properties: PROPERTIES, checksum: 5 } })],
    ['no properties', event({ signature: { properties: [], checksum: APPROVED } })],
    [
      'a property that is missing',
      event({ signature: { properties: ['transaction.x'], checksum: APPROVED } }),
    ],
    [
      'a property of the prototype',
      event({ signature: { properties: ['constructor.name'], checksum: APPROVED } }),
    ],
    [
      'too many properties',
      event({ signature: { properties: Array(33).fill(PROPERTIES[0]), checksum: APPROVED } }),
    ],
    ['an array as its body', []],
    ['null as its body', null],
    ['text as its body', 'transaction.updated'],
  ])('refuses an event with %s', (_name, body) => {
    expect(verifyEvent(body, PROD_EVENTS)).toBeUndefined()
  })

  it('refuses an event signed for another environment, and throws on an empty secret', () => {
    expect(verifyEvent(event(), TEST_EVENTS)).toBeUndefined()
    expect(() => verifyEvent(event(), '')).toThrow(/empty/)
  })

  it('returns no transaction when the signature omits a required field', async () => {
    const { createHash } = await import('node:crypto')
    const text = `${transaction.id}APPROVED1530291411${PROD_EVENTS}`
    const checksum = createHash('sha256').update(text).digest('hex')
    const signature = { properties: PROPERTIES.slice(0, 2), checksum }
    const verified = verifyEvent(event({ signature }), PROD_EVENTS)
    expect(verified).toBeDefined()
    expect(verified?.transaction).toBeUndefined()
  })
})
