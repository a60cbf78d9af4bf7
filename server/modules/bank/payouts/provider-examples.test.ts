import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { fixedClock } from '#test/fixed-clock.ts'
import { verifyPayoutEvent } from './payout-event.ts'
import type { Payout, PayoutPort } from './payout-port.ts'
import { payoutPort } from './wompi-payouts.ts'

// Every published example of the provider is parsed by the adapter; each answer is compared as a
// whole.

const FOLDER = path.join(import.meta.dirname, '../../../../test/provider-examples/wompi-payouts')
const read = (name: string) => JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'))
const used = new Set<string>()

type Asked = { method: string; url: string; key: string | undefined; body: unknown }
let answers: Record<string, [status: number, example: string]> = {}
let asked: Asked[] = []
let port: PayoutPort

const server = Fastify()
server.all('/*', async (request, reply) => {
  const key = request.headers['idempotency-key'] as string | undefined
  asked.push({ method: request.method, url: request.url, key, body: request.body })
  const [address = ''] = request.url.split('?')
  const [status, example] = answers[address] ?? [404, 'key-unknown-404']
  used.add(example)
  return await reply.code(status).send(read(example))
})

beforeAll(async () => {
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  const payouts = { apiKey: 'k', principalId: 'p-1', accountId: 'a-1', eventsSecret: 's' }
  const made = payoutPort({
    urls: { site: '', gatewayApi: '', checkout: '', payouts: origin },
    secrets: { payouts } as Secrets,
    log: createLogger('silent'),
    metrics: createMetrics({ process: false }),
    clock: fixedClock(new Date('2026-11-24T16:00:00Z')),
  })
  if (!made) throw new Error('payouts are configured')
  port = made
})

beforeEach(() => {
  answers = {}
  asked = []
})

afterAll(() => server.close())

const reference = 'CUPO-R-0001'
const holder = {
  name: 'Laura Moreno',
  legalIdType: 'CC',
  legalId: '1032456789',
  email: 'laura@example.com',
} as const
const number = '12345678901'
const account = { kind: 'account', bankCode: '1007', accountType: 'savings', number } as const
const payout = (target: Payout['target'] = account): Payout => {
  return { reference, pesos: 50_000, target, holder }
}
const AT = new Date('2026-11-24T15:00:00.000Z')
const ID = 'b0a4f7f6-5a1c-4a53-8d75-2b7d1c0a9e01'
const common = { told: 'APPROVED', failure: null, at: AT, amountInCents: 5_000_000 } as const
const first = {
  ...common,
  transactionId: '5f0e2c1a-0001-4c7e-9d0e-000000000001',
  payoutId: ID,
  reference,
  alone: false,
  status: 'approved',
} as const

describe('a payout that is sent', () => {
  it.each([
    ['banks-bare', '1007', '001'],
    ['banks-envelope', '1001', '002'],
    ['banks-bare', '1507', '003'],
    ['banks-bare', '1551', '004'],
  ])(
    'finds the bank in example %s by digits, else by name: code %s',
    async (example, bankCode, end) => {
      answers['/v1/banks'] = [200, example]
      const prepared = await port.prepare(payout({ ...account, bankCode }))
      expect(prepared).toEqual({
        apiVersion: 'v1',
        sender: { principalId: 'p-1', accountId: 'a-1' },
        body: expect.any(String),
      })
      expect(JSON.parse(prepared.body)).toEqual({
        reference,
        accountId: 'a-1',
        paymentType: 'PROVIDERS',
        transactions: [
          {
            legalIdType: 'CC',
            legalId: '1032456789',
            bankId: `11111111-aaaa-4bbb-8ccc-000000000${end}`,
            accountType: 'AHORROS',
            accountNumber: number,
            name: 'Laura Moreno',
            email: 'laura@example.com',
            amount: 5_000_000,
            reference,
            personType: 'NATURAL',
            description: `Retiro Cupo ${reference}`,
          },
        ],
      })
    },
  )

  it('refuses a payout with BANK_UNKNOWN when the provider does not list the bank', async () => {
    answers['/v1/banks'] = [200, 'banks-bare']
    const refusal = { reason: 'refused', code: 'BANK_UNKNOWN' }
    await expect(port.prepare(payout({ ...account, bankCode: '1013' }))).rejects.toMatchObject(
      refusal,
    )
  })

  it('prepares a payout to a Bre-B key for v2, without account type and bank', async () => {
    const prepared = await port.prepare(
      payout({ kind: 'key', keyType: 'email', key: 'laura@example.com' }),
    )
    expect(prepared.apiVersion).toBe('v2')
    const [one] = JSON.parse(prepared.body).transactions
    expect(one).toMatchObject({ key: 'laura@example.com', email: 'laura@example.com' })
    expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['keyType']))
    expect(Object.keys(one)).not.toEqual(expect.arrayContaining(['bankId']))
  })

  const sender = { principalId: 'p-1', accountId: 'a-1' }
  const prepared = { apiVersion: 'v1', sender, body: '{"reference":"CUPO-R-0001"}' } as const

  it.each([
    ['create-201', { payoutId: ID, started: true }],
    ['create-201-none-started', { payoutId: `${ID.slice(0, -1)}3`, started: false }],
  ])('accepts the published answer to a new payout: %s', async (example, taken) => {
    answers['/v1/payouts'] = [201, example]
    expect(await port.send(prepared, 'key-1')).toEqual(taken)
    const body = { reference: 'CUPO-R-0001' }
    expect(asked).toEqual([{ method: 'POST', url: '/v1/payouts', key: 'key-1', body }])
  })

  it.each([
    ['error-400-list', 400, { reason: 'refused', code: 'EXC_002' }],
    ['error-400-funds', 400, { reason: 'no_funds' }],
    ['error-409-repeated', 409, { reason: 'repeated' }],
    ['error-400-list', 409, { reason: 'malformed' }],
    ['error-400-list', 408, { reason: 'malformed' }],
    ['error-400-list', 403, { reason: 'key_refused' }],
    ['error-400-list', 429, { reason: 'unreachable' }],
    ['error-400-funds', 500, { reason: 'unreachable' }],
    ['by-reference-empty', 400, { reason: 'malformed' }],
  ])(
    'maps the published error %s with status %i to our reason',
    async (example, status, failure) => {
      answers['/v1/payouts'] = [status, example]
      await expect(port.send(prepared, 'key-1')).rejects.toMatchObject(failure)
    },
  )
})

describe('lookup of a payout', () => {
  it('finds a payout by its reference, then by its batch', async () => {
    answers[`/v1/transactions/${reference}`] = [200, 'by-reference-page']
    expect(await port.find({ reference, apiVersion: 'v1' })).toEqual({
      payoutId: ID,
      state: 'open',
      told: 'PENDING',
      transactions: [first],
    })
  })

  it('returns undefined when no payout has the reference', async () => {
    answers[`/v1/transactions/${reference}`] = [200, 'by-reference-empty']
    answers['/v1/payouts'] = [200, 'by-reference-empty']
    expect(await port.find({ reference, apiVersion: 'v1' })).toBeUndefined()
    expect(asked.map(({ url }) => url)).toEqual([
      `/v1/transactions/${reference}`,
      `/v1/payouts?reference=${reference}&limit=100&page=1`,
    ])
  })

  it('finds a v2 payout by its id, with the batch reference in its transaction', async () => {
    const payoutId = `${ID.slice(0, -1)}4`
    answers[`/v2/payouts/${payoutId}`] = [200, 'batch-v2']
    answers[`/v2/payouts/${payoutId}/transactions`] = [200, 'transactions-v2-page']
    expect(await port.look({ payoutId, apiVersion: 'v2' })).toEqual({
      payoutId,
      state: 'settled',
      told: 'TOTAL_PAYMENT',
      transactions: [
        {
          ...common,
          transactionId: '5f0e2c1a-0004-4c7e-9d0e-000000000004',
          payoutId,
          reference: 'CUPO-R-0004',
          alone: true,
          status: 'approved',
          at: new Date('2026-11-24T15:00:09.000Z'),
        },
      ],
    })
  })

  it.each([
    ['batch-not-approved', '2', 'refused', 'NOT_APPROVED'],
    ['batch-on-hold', '6', 'open', 'AFE_ON_HOLD'],
  ])('reads the state of the published batch %s', async (example, end, state, told) => {
    const payoutId = `${ID.slice(0, -1)}${end}`
    answers[`/v1/payouts/${payoutId}`] = [200, example]
    answers[`/v1/payouts/${payoutId}/transactions`] = [200, 'by-reference-empty']
    const expected = { payoutId, state, told, transactions: [] }
    expect(await port.look({ payoutId, apiVersion: 'v1' })).toEqual(expected)
  })

  it('reads a single payout transaction by its own address', async () => {
    const transactionId = '5f0e2c1a-0005-4c7e-9d0e-000000000005'
    answers[`/v1/payouts/x-5/transactions/${transactionId}`] = [200, 'transaction-one']
    expect(await port.read({ payoutId: 'x-5', transactionId })).toEqual({
      transactionId,
      payoutId: 'x-5',
      reference: 'CUPO-R-0005',
      alone: false,
      amountInCents: 5_000_000,
      status: 'failed',
      told: 'FAILED',
      failure: { code: '', message: 'Cuenta inactiva' },
      at: null,
    })
  })

  it('lists payouts of a day, also rows without reference or with an unknown state', async () => {
    answers['/v1/payouts'] = [200, 'payouts-page']
    answers[`/v1/payouts/${ID}/transactions`] = [200, 'transactions-page']
    expect(await port.list({ fromDay: '2026-11-24', untilDay: '2026-11-24' })).toEqual([
      first,
      {
        ...first,
        transactionId: '5f0e2c1a-0002-4c7e-9d0e-000000000002',
        reference: null,
        status: 'failed',
        told: 'FAILED',
        failure: { code: '', message: 'La cuenta no existe o está inactiva' },
      },
      {
        ...first,
        transactionId: '5f0e2c1a-0003-4c7e-9d0e-000000000003',
        reference: 'CUPO-R-0003',
        status: 'pending',
        told: 'READY_FOR_SOMETHING_NEW',
      },
    ])
  })
})

describe('Bre-B key', () => {
  it('finds masked holder and bank of a Bre-B key, and sends an email key as MAIL', async () => {
    answers['/v2/breb/keys/resolve/3001234567'] = [200, 'key-resolved']
    const found = await port.resolveKey({ keyType: 'email', key: '3001234567' })
    expect(found).toEqual({ name: 'LAU*** MOR***', bank: 'NEQUI' })
    expect(asked[0]?.url).toBe('/v2/breb/keys/resolve/3001234567?keyType=MAIL')
  })

  it('returns undefined for a Bre-B key that nobody has', async () => {
    answers['/v2/breb/keys/resolve/x'] = [404, 'key-unknown-404']
    expect(await port.resolveKey({ keyType: 'alphanumeric', key: 'x' })).toBeUndefined()
  })
})

describe('payout event', () => {
  const SECRET = 'prod_events_7b193c8afd7b47949f90d443cb1e1742'
  const id = '04a6e53d-a244-4140-ab9e-48fa541f9fe5'

  it('accepts the published event of a payout transaction with its checksum', () => {
    used.add('event-transaction')
    expect(verifyPayoutEvent(read('event-transaction'), SECRET)).toEqual({
      type: 'transaction.updated',
      checksum: '82f0e769716170e202edfd348f604bd8461cdeeb416594cde563a890215a5282',
      transaction: { id, payoutId: 'payout_12345', status: 'FAILED' },
      batch: undefined,
    })
  })

  it('accepts the published event of a payout batch with its checksum', () => {
    used.add('event-payout')
    expect(verifyPayoutEvent(read('event-payout'), SECRET)).toEqual({
      type: 'payout.updated',
      checksum: '639dc6bd2ac0104f090651c07773b6537f935623cf0ed04894f0687d4c9eebc7',
      transaction: undefined,
      batch: { payoutId: id, status: 'TOTAL_PAYMENT' },
    })
  })

  it('accepts an event of a payout to a Bre-B key, with the same field names', () => {
    used.add('event-breb-failed')
    const event = read('event-breb-failed')
    const { id: transactionId, payoutId, status, amountInCents } = event.data.transaction
    const text = `${transactionId}${status}${amountInCents}${event.timestamp}ours`
    event.signature.checksum = createHash('sha256').update(text).digest('hex')
    expect(verifyPayoutEvent(event, 'ours')).toEqual({
      type: 'transaction.updated',
      checksum: event.signature.checksum,
      transaction: { id: transactionId, payoutId, status: 'FAILED' },
      batch: undefined,
    })
    expect(verifyPayoutEvent(event, 'theirs')).toBeUndefined()
  })
})

it('uses every published example of the payout provider', () => {
  const files = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''))
  // The doctor reads these two: scripts/doctor/providers.test.ts.
  expect([...used, 'accounts', 'health'].toSorted()).toEqual(files.toSorted())
})
