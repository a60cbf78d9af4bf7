import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { displayCode } from '#contract/display-code.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'

type Body = Record<string, never> & {
  items: { id: string; reference: string; status: string; method: string | null }[]
  methods: string[]
  payment: {
    attempts: Record<string, unknown>[]
    events: { raw: string | null; covers: string[]; outcome: string; status: string }[]
    answers: { asked: string; outcome: string; status: string | null; at: string }[]
    cases: { kind: string }[]
    money: { code: string; cause: { id: string } }[]
  }
}

let shop: PaymentsApp
let finance: TestUser
let ana: TestUser

beforeAll(async () => {
  shop = await openPaymentsApp()
  finance = await aUser(shop.deps, { roles: ['passenger', 'finance'] })
})

beforeEach(async () => {
  ana = await aUser(shop.deps, { firstName: 'Ana', lastName: 'Díaz' })
})

const list = async (query: string) =>
  (await shop.get(finance, `/admin/payments?person=${ana.userId}&${query}`)).body as unknown as Body

const found = async (body: object) => {
  const answer = await shop.post(finance, '/admin/payments/find', body as never)
  return (answer.body as unknown as Body).items.map((each) => each.reference)
}

async function shown(reference: string): Promise<Body['payment']> {
  const row = (await list('')).items.find((each) => each.reference === reference)
  const { body } = await shop.get(finance, `/admin/payments/${row?.id}`)
  return (body as unknown as Body).payment
}

async function paid(pesos: number, status: 'APPROVED' | 'DECLINED' = 'APPROVED') {
  const reference = await shop.topUp(ana, pesos)
  const transaction = shop.payer(reference, pesos)
  shop.wompi.settle(transaction, status)
  await shop.settleAll()
  return { reference, transaction }
}

describe('the list of top-ups', () => {
  it('filters top-ups by state, amount and method', async () => {
    const { reference } = await paid(60_000)
    const waiting = await shop.topUp(ana, 20_000)
    const found = async (query: string) => (await list(query)).items.map((each) => each.reference)
    expect(await found('')).toEqual([waiting, reference])
    expect(await found('status=approved')).toEqual([reference])
    expect(await found('min=50000')).toEqual([reference])
    expect(await found('max=50000')).toEqual([waiting])
    const { items, methods } = await list('status=approved')
    const method = items[0]?.method
    expect(methods).toContain(method)
    expect(await found(`method=${method}`)).toEqual([reference])
    expect(await found('method=NO_SUCH')).toEqual([])
    expect(await found('until=2020-01-01')).toEqual([])
  })

  it('finds top-ups by reference, transaction and person, sorted by amount', async () => {
    const { reference, transaction } = await paid(60_000)
    const waiting = await shop.topUp(ana, 20_000)
    for (const text of [reference, transaction, displayCode(reference)]) {
      expect(await found({ text }), text).toEqual([reference])
    }
    expect(await found({ text: ana.email })).toEqual([waiting, reference])
    const order = { sort: 'amount', dir: 'desc' }
    expect(await found({ text: ana.email, ...order })).toEqual([reference, waiting])
    expect(await found({ text: ana.email, max: '50000' })).toEqual([waiting])
    expect(await found({ text: ana.email.slice(1) })).toEqual([])
  })

  it('finds by a display code every top-up that has it', async () => {
    const { reference } = await paid(60_000)
    const other = await shop.topUp(ana, 20_000)
    await shop.topUp(ana, 30_000)
    const code = displayCode(reference)
    expect(await found({ text: code })).toEqual([reference])
    expect(await found({ text: code.toLowerCase() })).toEqual([reference])
    const colliding = `${other.slice(0, -8)}${reference.slice(-8)}`
    const rename = 'update payments set reference = $2 where reference = $1'
    await asOwner(shop.deps.databaseUrl, rename, [other, colliding])
    expect(displayCode(colliding)).toBe(code)
    expect(await found({ text: code })).toEqual([colliding, reference])
    expect(await found({ text: reference })).toEqual([reference])
  })
})

describe('the page of a top-up', () => {
  it('shows gateway messages, requests with answers, and the money of a top-up', async () => {
    const { reference } = await paid(60_000)
    const payment = await shown(reference)
    expect(payment.attempts).toMatchObject([{ status: 'APPROVED', credited: true }])
    expect(payment.events).toMatchObject([
      { status: 'APPROVED', outcome: 'credited', failures: 0, processedAt: expect.any(String) },
    ])
    expect(payment.events[0]?.covers).toContain('transaction.amount_in_cents')
    expect(payment.answers[0]).toMatchObject({
      asked: 'transaction',
      status: 'APPROVED',
      amountInCents: 6_000_000,
      currency: 'COP',
      outcome: 'credited',
    })
    expect(payment.money).toMatchObject([{ code: 'topup', cause: { kind: 'payment' } }])
  })

  it('masks the payer in a gateway message, and shows that a message was deleted', async () => {
    const { reference } = await paid(60_000)
    const change = (raw: string) =>
      asOwner(shop.deps.databaseUrl, `update gateway_events set raw = ${raw}`)
    await change(`convert_to(replace(convert_from(raw, 'utf8'), '"customer_email":null',
      '"customer_email":"${ana.email}"'), 'utf8')`)
    const [event] = (await shown(reference)).events
    expect(event?.raw).toContain('"status": "APPROVED"')
    expect(event?.raw).toContain('"customer_email": "•••"')
    expect(event?.raw).not.toContain(ana.email)
    await change(`''`)
    expect((await shown(reference)).events).toMatchObject([{ raw: null, covers: null }])
  })

  it('records each request to the gateway that found no payment yet', async () => {
    const reference = await shop.topUp(ana, 30_000)
    for (let count = 0; count < 2; count += 1) {
      await shop.post(ana, '/payments/confirm-redirect', { reference })
    }
    const { answers } = await shown(reference)
    expect(answers).toMatchObject([
      { asked: 'reference', outcome: 'none', status: null },
      { asked: 'reference', outcome: 'none', status: null },
    ])
  })

  it('records the first of several failed requests in a row, and the next answer', async () => {
    const reference = await shop.topUp(ana, 30_000)
    const { gatewayApi } = shop.deps.urls
    const ask = () => shop.post(ana, '/payments/confirm-redirect', { reference })
    shop.deps.urls.gatewayApi = `${gatewayApi}/nowhere`
    await ask()
    await ask()
    shop.deps.urls.gatewayApi = gatewayApi
    shop.clock.set(addMs(shop.clock.now(), 10 * MINUTE_MS))
    await ask()
    const { answers } = await shown(reference)
    expect(answers.map(({ outcome }) => outcome)).toEqual(['failed:missing', 'none'])
  })

  it('shows the case and the second charge of a top-up that was charged twice', async () => {
    const { reference } = await paid(40_000)
    shop.clock.advance(MINUTE_MS)
    shop.wompi.settle(shop.payer(reference, 40_000), 'APPROVED')
    await shop.settleAll()
    const payment = await shown(reference)
    expect(payment.cases).toMatchObject([{ kind: 'double_charge', closedAt: null }])
    expect(payment.money.map(({ code }) => code)).toEqual(['topup', 'topup_suspense'])
    expect(payment.answers.map(({ outcome }) => outcome)).toContain('double_charge')
  })

  it('answers not found for an unknown top-up, and refuses top-ups to support', async () => {
    const missing = await shop.get(finance, `/admin/payments/${newId()}`)
    expect(missing.body.code).toBe('payment_not_found')
    const support = await aUser(shop.deps, { roles: ['passenger', 'support'] })
    expect((await shop.get(support, '/admin/payments')).body.code).toBe('forbidden')
  })
})
