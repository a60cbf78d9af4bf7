import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#server/platform/clock.ts'
import { sha256Hex } from '#server/platform/crypto.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

let shop: PaymentsApp
let user: TestUser
let reference: string
let transactionId: string

beforeAll(async () => {
  shop = await openPaymentsApp()
})

beforeEach(async () => {
  user = await aUser(shop.deps)
  reference = await shop.topUp(user, 60_000)
  transactionId = shop.payer(reference, 60_000, { delivery: 'none' })
  shop.wompi.settle(transactionId, 'APPROVED')
})

async function inbox(): Promise<{ processed_at: Date | null; outcome: string | null }[]> {
  return await shop.deps.db
    .selectFrom('gateway_events')
    .select(['processed_at', 'outcome'])
    .where('transaction_id', '=', transactionId)
    .execute()
}

async function send(payload: string | Buffer, url = '/webhooks/wompi', type = 'application/json') {
  const headers = { 'content-type': type }
  const answer = await shop.app.inject({ method: 'POST', url, payload, headers })
  return { status: answer.statusCode, code: answer.json().code as string | undefined }
}

function altered(change: (event: Record<string, never>) => void): string {
  const event = JSON.parse(shop.wompi.eventBody(transactionId))
  change(event)
  return JSON.stringify(event)
}

describe('POST /webhooks/wompi', () => {
  it.each(['/webhooks/wompi', '/api/webhooks/wompi'])('stores an event sent to %s', async (url) => {
    // Whitespace and another content type do not matter; only the bytes of the body count.
    const body = ` ${shop.wompi.eventBody(transactionId)}\n`
    expect(await send(body, url, 'text/plain; charset=utf-8')).toEqual({ status: 200 })
    const row = await shop.deps.db
      .selectFrom('gateway_events')
      .select('raw')
      .where('transaction_id', '=', transactionId)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(row.raw).toString()).toBe(body)
    await shop.settleAll()
    expect(await shop.balance(user)).toBe(60_000)
  })

  it('answers a repeated event with 200 and stores it once', async () => {
    const body = shop.wompi.eventBody(transactionId)
    expect(await send(body)).toEqual({ status: 200 })
    expect(await send(body)).toEqual({ status: 200 })
    expect(
      await send(
        body.replace(/"checksum":"(\w+)"/, (all) =>
          all.toUpperCase().replace('CHECKSUM', 'checksum'),
        ),
      ),
    ).toEqual({ status: 200 })
    expect(await inbox()).toHaveLength(1)
  })

  it.each<[string, () => string]>([
    ['another amount', () => altered((event) => set(event, 'data.transaction.amount_in_cents', 1))],
    ['another status', () => altered((event) => set(event, 'data.transaction.status', 'VOIDED'))],
    ['no signature', () => altered((event) => set(event, 'signature', undefined))],
    [
      'a wrong checksum',
      () => altered((event) => set(event, 'signature.checksum', '0'.repeat(64))),
    ],
    ['a short checksum', () => altered((event) => set(event, 'signature.checksum', 'ab'))],
    ['an array as its body', () => '[]'],
    ['null as its body', () => 'null'],
    ['an empty body', () => ''],
  ])('refuses a gateway event with %s and stores nothing', async (_name, body) => {
    expect(await send(body())).toEqual({ status: 401, code: 'bad_signature' })
    expect(await inbox()).toEqual([])
  })

  it('limits forged events, but no genuine event from the same source', async () => {
    const wrong = altered((event) => set(event, 'signature.checksum', '0'.repeat(64)))
    const answers: number[] = []
    for (let n = 0; n < 60; n += 1) answers.push((await send(wrong)).status)
    expect(answers.at(-1)).toBe(429)
    expect(await send(shop.wompi.eventBody(transactionId))).toEqual({ status: 200 })
    shop.clock.advance(60_001)
    expect((await send(wrong)).status).toBe(401)
  })

  it('refuses an event that is not JSON or is too large', async () => {
    expect(await send('{"event":')).toEqual({ status: 400, code: 'invalid_json' })
    expect(await send(gzipSync('{}'))).toEqual({ status: 400, code: 'invalid_json' })
    expect(await send('['.repeat(200_000))).toEqual({ status: 400, code: 'invalid_json' })
    const large = Buffer.alloc(256 * 1024 + 1, ' ')
    expect(await send(large)).toEqual({ status: 413, code: 'payload_too_large' })
  })

  it('ignores gateway events of the other environment and of other types', async () => {
    const prod = shop.wompi.eventBody(transactionId, { environment: 'prod' })
    const other = shop.wompi.eventBody(transactionId, { type: 'nequi_token.updated' })
    expect(await send(prod)).toEqual({ status: 200 })
    expect(await send(other)).toEqual({ status: 200 })
    expect(await inbox()).toEqual([])
    const metrics = await shop.deps.metrics.registry.metrics()
    expect(metrics).toContain('name="gateway_event",detail="other_environment"')
    expect(metrics).toContain('name="gateway_event",detail="other_type"')
  })

  it('asks for a transaction whose event tells a status that we do not know', async () => {
    const body = shop.wompi.eventBody(transactionId, { status: 'PAID' as never })
    expect(await send(body)).toEqual({ status: 200 })
    await shop.settleAll()
    expect(await shop.balance(user)).toBe(60_000)
    expect(await inbox()).toMatchObject([{ outcome: 'credited' }])
  })

  it('ignores the reference in an event, because the signature does not cover it', async () => {
    const victim = await shop.topUp(await aUser(shop.deps), 60_000)
    const body = altered((event) => set(event, 'data.transaction.reference', victim))
    expect(await send(body)).toEqual({ status: 200 })
    await shop.settleAll()
    expect(await shop.balance(user)).toBe(60_000)
  })
})

describe('processing of gateway events', () => {
  it('credits nothing twice when a lost inbox gets all events delivered again', async () => {
    const body = shop.wompi.eventBody(transactionId)
    await send(body)
    await shop.runJobs()
    await asOwner(shop.deps.databaseUrl, 'delete from gateway_events')
    expect(await send(body)).toEqual({ status: 200 })
    await shop.runJobs()
    expect(await shop.balance(user)).toBe(60_000)
    expect(await inbox()).toMatchObject([{ outcome: 'unchanged' }])
    expect(await shop.cases()).toEqual([])
  })

  it('retries an event while the gateway is unavailable, and does not lose it', async () => {
    shop.wompi.setAway(true)
    await send(shop.wompi.eventBody(transactionId))
    for (let hour = 0; hour < 4; hour += 1) {
      await shop.runRecurring('payments.reconcile', 'payments.sweep-events')
      shop.clock.advance(HOUR_MS)
    }
    expect(await inbox()).toMatchObject([{ processed_at: null }])
    expect(await shop.balance(user)).toBe(0)
    const waiting = await shop.deps.db
      .selectFrom('jobs')
      .select('id')
      .where('name', '=', 'payments.event')
      .execute()
    expect(waiting).toHaveLength(1)
    shop.wompi.setAway(false)
    await shop.runRecurring('payments.reconcile', 'payments.sweep-events')
    expect(await inbox()).toMatchObject([{ processed_at: expect.any(Date) }])
    expect(await shop.balance(user)).toBe(60_000)
  })

  it('abandons an event that always fails, while others are processed', async () => {
    // A correctly signed event about a transaction that the API does not know.
    const body = shop.wompi.eventBody(transactionId)
    const poison = poisoned(body)
    expect((await send(poison)).status).toBe(200)
    for (let round = 0; round < 10; round += 1) {
      await shop.runRecurring('payments.reconcile', 'payments.sweep-events')
      shop.clock.advance(HOUR_MS)
    }
    await send(body)
    await shop.runRecurring('payments.reconcile', 'payments.sweep-events')
    expect(await shop.balance(user)).toBe(60_000)
    const dead = await shop.deps.db
      .selectFrom('gateway_events')
      .select(['outcome', 'attempts'])
      .where('transaction_id', '=', '9-1795000000-9')
      .executeTakeFirstOrThrow()
    expect(dead).toEqual({ outcome: 'dead', attempts: 8 })
    expect((await shop.cases()).map(({ kind }) => kind)).toContain('event_failed')
  })
})

function poisoned(body: string): string {
  const event = JSON.parse(body)
  event.data.transaction.id = '9-1795000000-9'
  const { status, amount_in_cents } = event.data.transaction
  const text = `9-1795000000-9${status}${amount_in_cents}${event.timestamp}`
  event.signature.checksum = sha256Hex(text + shop.deps.secrets.wompi.eventsSecret)
  return JSON.stringify(event)
}

function set(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, target)
  parent[last] = value
}
