import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxPage } from '#sandbox/sandbox-page.ts'
import { createWompiSandbox, type WompiSandbox } from './wompi-sandbox.ts'

const keys = {
  publicKey: 'pub_test_shop',
  privateKey: 'prv_test_shop',
  eventsSecret: 'test_events_shop',
  integritySecret: 'test_integrity_shop',
}
const bearer = { authorization: `Bearer ${keys.privateKey}` }

let app: FastifyInstance
let sandbox: WompiSandbox
/** Event bodies that the shop received, and the status with which it answers. */
const received: { body: string; checksum: string | undefined }[] = []
let answer = 200
let count = 0

const shop = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const checksum = request.headers['x-event-checksum'] as string | undefined
    received.push({ body: Buffer.concat(chunks).toString(), checksum })
    response.writeHead(answer).end()
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const { port } = shop.address() as AddressInfo
  const webhookUrl = `http://127.0.0.1:${port}/`
  sandbox = createWompiSandbox({ keys, webhookUrl, autoDeliver: false })
  app = Fastify()
  await app.register(sandbox.plugin)
  await app.register(sandboxPage)
})

afterAll(async () => {
  await app.close()
  await sandbox.close()
  await new Promise((resolve) => shop.close(resolve))
})

function form(change: Record<string, string> = {}): Record<string, string> {
  count += 1
  const fields = {
    'public-key': keys.publicKey,
    currency: 'COP',
    'amount-in-cents': '6000000',
    reference: `CUPO-${count}`,
    'redirect-url': 'http://localhost:3000/confirmacion-pago?payment_return=true&reference=x',
    'customer-data:email': 'ana@correo.test',
    'customer-data:full-name': 'Ana <b>Díaz</b>',
    ...change,
  }
  const text = `${fields.reference}${fields['amount-in-cents']}${fields.currency}`
  const signature = createHash('sha256')
    .update(text + keys.integritySecret)
    .digest('hex')
  return { 'signature:integrity': signature, ...fields }
}

const open = (fields: Record<string, string>) =>
  app.inject({ method: 'GET', url: `/sandbox/wompi/p/?${new URLSearchParams(fields)}` })

const pay = (fields: Record<string, string>, outcome: string, more: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/sandbox/wompi/p/pay',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...fields, outcome, ...more }).toString(),
  })

const get = (url: string, headers: Record<string, string> = bearer) =>
  app.inject({ method: 'GET', url: `/sandbox/wompi/v1${url}`, headers })

describe('the hosted checkout of the Wompi sandbox', () => {
  it('shows amount, escaped name and payment choices on the checkout page', async () => {
    const { statusCode, body, headers } = await open(form())
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('$ 60.000')
    expect(body).toContain('Ana &lt;b&gt;Díaz&lt;/b&gt;')
    expect(body).not.toContain('<script')
    for (const button of ['Aprobar pago', 'Rechazar pago', 'Dejar pendiente']) {
      expect(body).toContain(`>${button}</button>`)
    }
    expect(body).toContain('>Pagar después (aprobación tardía)</button>')
  })

  it.each([
    [{ 'signature:integrity': '' }, 'Firma de integridad requerida no enviada'],
    [{ 'signature:integrity': '0'.repeat(64) }, 'La firma es inválida'],
    [{ 'public-key': 'pub_test_other' }, 'La llave no es válida'],
    [{ currency: 'USD' }, 'Solo se admite COP'],
    [{ 'amount-in-cents': '6000050' }, 'El monto no es válido'],
    [{ 'amount-in-cents': '60.000' }, 'El monto no es válido'],
    [{ reference: '' }, 'No es válida'],
    [{ 'redirect-url': 'javascript:alert(1)' }, 'dirección de regreso'],
    [{ 'customer-data:phone-number': '3001234567' }, 'Teléfono y prefijo van juntos'],
    [{ 'customer-data:legal-id': '1032456789' }, 'Documento y tipo van juntos'],
    [
      { 'customer-data:legal-id': 'AB123', 'customer-data:legal-id-type': 'PAS' },
      'El tipo de documento no es válido',
    ],
    [{ 'expiration-time': '2020-01-01T00:00:00.000Z' }, 'El tiempo para pagar terminó'],
  ])('refuses a checkout with %j', async (change, sentence) => {
    const { statusCode, body } = await open(form(change))
    expect(statusCode).toBe(422)
    expect(body).toContain(sentence)
    expect((await pay(form(change), 'approve')).statusCode).toBe(422)
  })

  it('redirects to the shop with the id of the transaction after a payment', async () => {
    const fields = form()
    const { statusCode, headers } = await pay(fields, 'approve')
    const target = new URL(String(headers.location))
    const [transaction] = sandbox.control.transactions(fields.reference ?? '')
    expect(statusCode).toBe(303)
    expect(target.origin + target.pathname).toBe('http://localhost:3000/confirmacion-pago')
    expect(Object.fromEntries(target.searchParams)).toEqual({
      payment_return: 'true',
      reference: 'x',
      id: transaction?.id,
      env: 'test',
    })
    expect(transaction).toMatchObject({ status: 'APPROVED', amount_in_cents: 6_000_000 })
  })

  it.each([
    ['decline', 'DECLINED'],
    ['pending', 'PENDING'],
    ['late', 'PENDING'],
  ])('leaves a transaction after the choice %s in the status %s', async (outcome, status) => {
    const fields = form()
    expect((await pay(fields, outcome)).statusCode).toBe(303)
    expect(sandbox.control.transactions(fields.reference ?? '')).toMatchObject([{ status }])
  })

  it('lets the payer retry a declined payment inside the checkout with its reference', async () => {
    const fields = form()
    const again = await pay(fields, 'decline-retry')
    expect(again.body).toContain('Pago rechazado. Puedes intentar de nuevo.')
    const retryOf = /name="retry-of" value="([^"]+)"/.exec(again.body)?.[1] ?? ''
    // A new checkout with a used reference is refused.
    expect((await open(fields)).body).toContain('La referencia ya ha sido usada')
    expect((await pay(fields, 'approve')).statusCode).toBe(422)
    expect((await pay(fields, 'approve', { 'retry-of': retryOf })).statusCode).toBe(303)
    const statuses = sandbox.control.transactions(fields.reference ?? '')
    expect(statuses.map(({ status }) => status)).toEqual(['DECLINED', 'APPROVED'])
    expect((await pay(fields, 'approve', { 'retry-of': retryOf })).statusCode).toBe(422)
  })

  it('lists transactions and settles a pending transaction', async () => {
    const fields = form()
    await pay(fields, 'pending')
    const [pending] = sandbox.control.transactions(fields.reference ?? '')
    expect((await app.inject('/sandbox/wompi/')).body).toContain(fields.reference)
    await app.inject({
      method: 'POST',
      url: '/sandbox/wompi/settle',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ id: pending?.id ?? '', status: 'APPROVED' }).toString(),
    })
    expect(sandbox.control.transactions(fields.reference ?? '')).toMatchObject([
      { status: 'APPROVED' },
    ])
    expect((await app.inject('/sandbox')).body).toContain('href="/sandbox/wompi/"')
  })
})

describe('the transactions API of the Wompi sandbox', () => {
  it('shows a transaction only to requests with the private key', async () => {
    const id = sandbox.control.open({ reference: 'API-1', amountInCents: 6_000_000 })
    expect((await get(`/transactions/${id}`)).json().data).toMatchObject({
      id,
      status: 'PENDING',
      amount_in_cents: 6_000_000,
      currency: 'COP',
      reference: 'API-1',
      merchant: { public_key: keys.publicKey },
    })
    const missing = { error: { type: 'NOT_FOUND_ERROR' } }
    for (const headers of [{}, { authorization: `Bearer ${keys.publicKey}` }]) {
      const refused = await get(`/transactions/${id}`, headers as Record<string, string>)
      expect([refused.statusCode, refused.json()]).toMatchObject([404, missing])
      const listed = await get('/transactions?reference=API-1', headers as Record<string, string>)
      expect([listed.statusCode, listed.json().error.type]).toEqual([401, 'INVALID_ACCESS_TOKEN'])
    }
    expect((await get('/transactions/1-1-1')).statusCode).toBe(404)
    expect((await get('/transactions?reference=API-1')).json().data).toHaveLength(1)
    expect((await get('/transactions?reference=nothing')).json()).toEqual({ data: [], meta: {} })
  })

  it('returns the merchant of a public key', async () => {
    const info = await get('/merchants/info', { 'x-merchant-public-key': keys.publicKey })
    expect(info.json().data.public_key).toBe(keys.publicKey)
    expect((await get('/merchants/info')).statusCode).toBe(401)
  })
})

describe('events of the Wompi sandbox', () => {
  it('signs an event over the properties that the event names', async () => {
    await sandbox.control.deliverAll()
    received.length = 0
    const id = sandbox.control.open({ reference: 'EV-1', amountInCents: 6_000_000 })
    sandbox.control.settle(id, 'APPROVED')
    expect(await sandbox.control.deliverAll()).toEqual([{ transactionId: id, status: 200 }])
    const [{ body, checksum } = { body: '{}', checksum: '' }] = received
    const event = JSON.parse(body)
    const text = `${id}APPROVED6000000${event.timestamp}${keys.eventsSecret}`
    const digest = createHash('sha256').update(text).digest('hex')
    expect(event).toMatchObject({ event: 'transaction.updated', environment: 'test' })
    expect([checksum, event.signature.checksum]).toEqual([digest, digest])
  })

  it('repeats an event at most five times until it is answered with 200', async () => {
    received.length = 0
    const id = sandbox.control.open({ reference: 'EV-2', amountInCents: 6_000_000 })
    sandbox.control.settle(id, 'DECLINED')
    answer = 204
    for (let round = 0; round < 8; round += 1) await sandbox.control.deliverAll()
    answer = 200
    expect(received).toHaveLength(6)
  })

  it.each([
    ['duplicate', ['APPROVED', 'APPROVED', 'APPROVED']],
    ['reorder', ['APPROVED', 'PENDING']],
    ['none', []],
  ] as const)('delivers events in the mode %s', async (delivery, statuses) => {
    received.length = 0
    const reference = `EV-${delivery}`
    const id = sandbox.control.open({ reference, amountInCents: 6_000_000, delivery })
    sandbox.control.settle(id, 'APPROVED')
    await sandbox.control.deliverAll()
    const got = received.map(({ body }) => JSON.parse(body).data.transaction.status)
    expect(got).toEqual(statuses)
  })
})

describe('a Wompi sandbox with a file', () => {
  it('keeps transactions, waiting events and late approvals after a restart', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cupo-sandbox-'))
    const { port } = shop.address() as AddressInfo
    const options = {
      keys,
      webhookUrl: `http://127.0.0.1:${port}/`,
      file: path.join(folder, 'sandbox.sqlite'),
      autoDeliver: false,
    }
    const first = createWompiSandbox(options)
    const id = first.control.open({ reference: 'FILE-1', amountInCents: 6_000_000 })
    first.control.settle(id, 'APPROVED')
    await first.close()
    const second = createWompiSandbox(options)
    expect(second.control.transactions('FILE-1')).toMatchObject([{ id, status: 'APPROVED' }])
    expect(await second.control.deliverAll()).toEqual([{ transactionId: id, status: 200 }])
    await second.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('approves a late payment by itself and sends the event', async () => {
    let instant = Date.parse('2026-11-20T13:00:00.000Z')
    const { port } = shop.address() as AddressInfo
    const late = createWompiSandbox({
      keys,
      webhookUrl: `http://127.0.0.1:${port}/`,
      clock: { now: () => new Date(instant) },
    })
    const scope = Fastify()
    await scope.register(late.plugin)
    received.length = 0
    const fields = form({ 'redirect-url': '' })
    await scope.inject({
      method: 'POST',
      url: '/sandbox/wompi/p/pay',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...fields, outcome: 'late' }).toString(),
    })
    instant += 20_000
    await expect.poll(() => received.length, { timeout: 5_000 }).toBe(1)
    expect(late.control.transactions(fields.reference ?? '')).toMatchObject([
      { status: 'APPROVED' },
    ])
    await scope.close()
    await late.close()
  })
})
