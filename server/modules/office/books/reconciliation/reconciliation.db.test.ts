import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DayBooks } from '#contract/day-books.ts'
import { settleReference } from '#server/modules/money/payments/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { anApprovedTopUp, aUser, type TestUser } from '#test/factories.ts'
import { sharePhone } from '#test/same-human.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'
import { watchIntegrity } from '../integrity/check-integrity.ts'
import { reconcileDaily } from './reconcile-days.ts'
import { alarmResidue } from './residue.ts'

let shop: PaymentsApp
let ana: TestUser
let finance: TestUser
let second: TestUser

beforeAll(async () => {
  shop = await openPaymentsApp()
  finance = await aUser(shop.deps, { firstName: 'Jorge', roles: ['passenger', 'finance'] })
  second = await aUser(shop.deps, { firstName: 'Marta', roles: ['passenger', 'finance'] })
})

beforeEach(async () => {
  // Moves the clock, so that payments of earlier tests are outside of the compared days.
  shop.clock.advance(10 * DAY_MS)
  await shop.deps.db.deleteFrom('payment_cases').execute()
  ana = await aUser(shop.deps)
})

const PESOS = 60_000
const NOTE = 'Comparado con el tablero de la pasarela.'

/** Pays at the checkout while all events of the gateway are lost. */
function paidUnheard(
  reference: string,
  status: 'APPROVED' | 'DECLINED' = 'APPROVED',
  pesos = PESOS,
) {
  const id = shop.payer(reference, pesos, { delivery: 'none' })
  shop.wompi.settle(id, status)
  return id
}

async function run(who = finance) {
  const untilDay = bogotaDate(shop.clock.now())
  const fromDay = bogotaDate(addMs(shop.clock.now(), -3 * DAY_MS))
  return (await shop.post(who, '/admin/reconciliations', { fromDay, untilDay })) as unknown as {
    status: number
    body: { code: string; run: { id: string; opened: number; transactions: number } }
  }
}

async function open() {
  const { body } = await shop.get(finance, '/payments/cases?status=open')
  return (body as unknown as { items: { id: string; kind: string; transactionId: string }[] }).items
}

const decide = (act: 'propose' | 'confirm' | 'refuse', id: string, who: TestUser) =>
  shop.post(who, `/admin/reconciliations/${id}/${act}`, { note: NOTE })

/** Applies a case: one person proposes, another confirms. */
async function apply(id: string) {
  await decide('propose', id, finance)
  return await decide('confirm', id, second)
}

describe('payments that only the gateway knows', () => {
  it('opens a case for a lost event, and credits it only after two people decide', async () => {
    const id = paidUnheard(await shop.topUp(ana, PESOS))
    shop.clock.advance(2 * HOUR_MS)
    expect((await run()).body.run).toMatchObject({ opened: 1 })
    expect((await run()).body.run).toMatchObject({ opened: 0 })
    const [found] = await open()
    expect(found).toMatchObject({ kind: 'reconcile_missing', transactionId: id })
    expect(await shop.balance(ana)).toBe(0)
    await decide('propose', found?.id ?? '', finance)
    expect(await shop.balance(ana)).toBe(0)
    const answer = await decide('confirm', found?.id ?? '', second)
    expect(answer.body).toEqual({ outcomes: ['credited'] })
    expect(await shop.balance(ana)).toBe(PESOS)
    expect((await apply(found?.id ?? '')).body.code).toBe('payment_case_resolved')
    expect([await shop.balance(ana), (await open()).length]).toEqual([PESOS, 0])
  })

  it('suspends a second charge and takes back a voided one only after a decision', async () => {
    const reference = await shop.topUp(ana, PESOS)
    const first = shop.payer(reference, PESOS)
    shop.wompi.settle(first, 'APPROVED')
    await shop.settleAll()
    const second = paidUnheard(reference)
    shop.clock.advance(2 * HOUR_MS)
    await run()
    const [twice] = await open()
    expect(twice).toMatchObject({ kind: 'reconcile_duplicate', transactionId: second })
    await apply(twice?.id ?? '')
    expect((await open()).map(({ kind }) => kind)).toEqual(['double_charge'])
    shop.wompi.settle(second, 'VOIDED')
    await settleReference(shop.deps, reference)
    expect(await open()).toEqual([])
    expect(await shop.balance(ana)).toBe(PESOS)

    await shop.deps.db.deleteFrom('payment_cases').execute()
    shop.wompi.settle(first, 'VOIDED')
    await run()
    const voided = (await open()).find(({ kind }) => kind === 'reconcile_voided')
    expect(voided).toMatchObject({ transactionId: first })
    await apply(voided?.id ?? '')
    expect(await shop.balance(ana)).toBe(0)
  })

  it('closes a wrong amount and an unknown reference by two people, for good', async () => {
    const dear = paidUnheard(await shop.topUp(ana, PESOS), 'APPROVED', 70_000)
    const strange = paidUnheard('OTRA-TIENDA-7')
    paidUnheard('OTRA-TIENDA-8', 'DECLINED')
    shop.clock.advance(2 * HOUR_MS)
    await run()
    const found = await open()
    expect(found.map(({ kind, transactionId }) => [kind, transactionId]).sort()).toEqual([
      ['reconcile_amount', dear],
      ['reconcile_unknown', strange],
    ])
    for (const { id } of found) {
      const alone = await shop.post(finance, `/payments/cases/${id}/resolve`, { note: NOTE })
      expect(alone.body.code).toBe('payment_case_two_people')
      await decide('propose', id, finance)
      expect((await decide('confirm', id, second)).body).toEqual({ outcomes: ['accepted'] })
    }
    await run()
    expect(await open()).toEqual([])
  })

  it('reopens a difference that was closed by one person before two were required', async () => {
    const dear = paidUnheard(await shop.topUp(ana, PESOS), 'APPROVED', 70_000)
    shop.clock.advance(2 * HOUR_MS)
    await run()
    await asOwner(
      shop.deps.databaseUrl,
      `update payment_cases set closed_at = now(), resolved_by = $1, note = 'Ya está.'
       where transaction_id = $2`,
      [finance.userId, dear],
    )
    await run()
    await run()
    expect(await open()).toMatchObject([{ kind: 'reconcile_amount', transactionId: dear }])
  })

  it('closes a case with a note when the event of its payment arrives late', async () => {
    const reference = await shop.topUp(ana, PESOS)
    paidUnheard(reference)
    shop.clock.advance(2 * HOUR_MS)
    await run()
    const [missing] = await open()
    expect(missing).toMatchObject({ kind: 'reconcile_missing' })
    await decide('propose', missing?.id ?? '', finance)
    await settleReference(shop.deps, reference)
    expect(await shop.balance(ana)).toBe(PESOS)
    expect((await run()).body.run.opened).toBe(0)
    expect(await open()).toEqual([])
    const { body } = await shop.get(finance, '/payments/cases?status=resolved')
    const note = expect.stringContaining('los dos lados coinciden')
    expect(body).toMatchObject({ items: [{ id: missing?.id, resolvedBy: null, note }] })
    expect((await decide('confirm', missing?.id ?? '', second)).body.code).toBe(
      'payment_case_resolved',
    )
  })

  it('opens no case for a payment within the last hour, whose event can still arrive', async () => {
    paidUnheard(await shop.topUp(ana, PESOS))
    expect((await run()).body.run.opened).toBe(0)
  })
})

it('opens a case for a credited top-up that the gateway does not list', async () => {
  const { transactionId } = await anApprovedTopUp(shop.deps, ana.userId, PESOS)
  await run()
  // Opening balances of the demonstration: see server/demo/opening-balance.queries.ts.
  expect(await open()).toEqual([])
  const { config } = shop.deps
  Object.assign(config, { demo: false })
  // Credited after the list of the gateway was read, or too young for it.
  await run()
  expect(await open()).toEqual([])
  shop.clock.advance(2 * HOUR_MS)
  await run()
  Object.assign(config, { demo: true })
  expect(await open()).toMatchObject([{ kind: 'reconcile_absent', transactionId }])
})

it('raises an alarm for money in the suspense account for more than a day', async () => {
  const reference = await shop.topUp(ana, PESOS)
  const [first = '', second = ''] = [1, 2].map(() => shop.payer(reference, PESOS))
  for (const id of [first, second]) {
    shop.wompi.settle(id, 'APPROVED')
    await shop.settleAll()
  }
  await shop.deps.db.deleteFrom('payment_cases').execute()
  const alarms: unknown[] = []
  const log = { error: (facts: unknown) => void alarms.push(facts) }
  await alarmResidue({ ...shop.deps, log } as never)
  const before = alarms.length
  shop.clock.advance(DAY_MS + 1)
  await alarmResidue({ ...shop.deps, log } as never)
  await alarmResidue({ ...shop.deps, log } as never)
  expect(alarms.length).toBeGreaterThan(before)
  const residue = async () => (await shop.cases()).filter(({ kind }) => kind === 'clearing_residue')
  expect(await residue()).toHaveLength(1)
  shop.wompi.settle(second, 'VOIDED')
  await shop.settleAll()
  await alarmResidue({ ...shop.deps, log } as never)
  expect(await residue()).toMatchObject([{ closed: true }])
})

describe('the decision of a case', () => {
  it('lets only finance decide a case, and never the owner of the payment', async () => {
    const owner = await aUser(shop.deps, { roles: ['passenger', 'finance'] })
    ana = owner
    paidUnheard(await shop.topUp(owner, PESOS))
    shop.clock.advance(2 * HOUR_MS)
    await run()
    const [found] = await open()
    const id = found?.id ?? ''
    const support = await aUser(shop.deps, { roles: ['support'] })
    expect((await run(support)).body.code).toBe('forbidden')
    for (const who of [owner, support]) {
      expect((await decide('propose', id, who)).body.code).toBe('forbidden')
    }
    await decide('propose', id, finance)
    for (const who of [owner, support]) {
      expect((await decide('confirm', id, who)).body.code).toBe('forbidden')
      expect((await decide('refuse', id, who)).body.code).toBe('forbidden')
    }
    expect(await shop.balance(owner)).toBe(0)
  })

  it('refuses to confirm an own proposal, to replace one, or to close a case alone', async () => {
    paidUnheard(await shop.topUp(ana, PESOS))
    shop.clock.advance(2 * HOUR_MS)
    await run()
    const id = (await open())[0]?.id ?? ''
    expect((await decide('confirm', id, second)).body.code).toBe('payment_case_not_proposed')
    expect((await decide('propose', id, finance)).status).toBe(200)
    expect((await decide('propose', id, finance)).status).toBe(200)
    expect((await decide('propose', id, second)).body.code).toBe('payment_case_proposed')
    expect((await decide('confirm', id, finance)).body.code).toBe('payment_case_same_person')
    const double = await aUser(shop.deps, { roles: ['passenger', 'finance'] })
    await sharePhone(shop.deps.databaseUrl, finance, double)
    const unsigned = async (who: TestUser) =>
      (await shop.get(who, '/admin/signatures')).body as unknown as { items: object[] }
    expect((await decide('confirm', id, double)).body.code).toBe('same_human')
    expect((await unsigned(finance)).items).toEqual([])
    expect((await unsigned(second)).items).toMatchObject([{ kind: 'payment_case', id }])
    const close = await shop.post(second, `/payments/cases/${id}/resolve`, { note: NOTE })
    expect(close.body.code).toBe('payment_case_proposed')
    const seen = async (who: TestUser) => (await shop.get(who, '/payments/cases')).body
    const shown = (can: object) => ({ items: [{ proposal: { by: 'Jorge G.', note: NOTE }, can }] })
    expect(await seen(finance)).toMatchObject(shown({ confirm: false, refuse: true, close: false }))
    expect(await seen(second)).toMatchObject(shown({ confirm: true, refuse: true, propose: false }))
    for (const act of ['confirm', 'refuse']) {
      const stale = { note: NOTE, seenFirstAt: new Date(0).toISOString() }
      const { body } = await shop.post(second, `/admin/reconciliations/${id}/${act}`, stale)
      expect(body.code).toBe('case_changed')
    }
    expect((await decide('refuse', id, second)).status).toBe(200)
    expect(await seen(second)).toMatchObject({
      items: [{ proposal: null, can: { propose: true, close: false } }],
    })
    expect(await shop.balance(ana)).toBe(0)
    await decide('propose', id, second)
    expect((await decide('confirm', id, finance)).body).toEqual({ outcomes: ['credited'] })
  })

  it('rejects in the database one signer twice, the owner, and a replaced proposal', async () => {
    paidUnheard(await shop.topUp(ana, PESOS))
    shop.clock.advance(2 * HOUR_MS)
    await run()
    const set = (columns: string, ...values: string[]) =>
      asOwner(shop.deps.databaseUrl, `update payment_cases set ${columns}`, values)
    const proposed = "proposed_by = $1, proposed_at = now(), proposal_note = 'Por la prueba.'"
    await expect(set(proposed, ana.userId)).rejects.toThrow('its owner decides nothing')
    await expect(
      set(`${proposed}, confirmed_by = $2`, finance.userId, second.userId),
    ).rejects.toThrow('stays as it is')
    await set(proposed, finance.userId)
    await expect(set('confirmed_by = $1', finance.userId)).rejects.toThrow('two_people')
    await expect(set('confirmed_by = $1', ana.userId)).rejects.toThrow('its owner decides nothing')
    await set('confirmed_by = $1', second.userId)
    await expect(set(proposed, second.userId)).rejects.toThrow('stays as it is')
  })

  it('continues a confirmation that failed at the gateway when it is repeated', async () => {
    paidUnheard(await shop.topUp(ana, PESOS))
    shop.clock.advance(2 * HOUR_MS)
    await run()
    const id = (await open())[0]?.id ?? ''
    await decide('propose', id, finance)
    const { gatewayApi } = shop.deps.urls
    shop.deps.urls.gatewayApi = 'http://127.0.0.1:9/v1'
    expect((await decide('confirm', id, second)).body.code).toBe('gateway_unavailable')
    shop.deps.urls.gatewayApi = gatewayApi
    expect((await decide('refuse', id, finance)).body.code).toBe('payment_case_proposed')
    expect((await decide('confirm', id, second)).body).toEqual({ outcomes: ['credited'] })
    expect(await shop.balance(ana)).toBe(PESOS)
  })

  it('records the comparison of the daily job once a day, and only when it succeeded', async () => {
    const lines = async () => {
      const { body } = await shop.get(finance, '/admin/reconciliations')
      return (body as unknown as { runs: unknown[] }).runs.length
    }
    const before = await lines()
    const away = { ...shop.deps.urls, gatewayApi: 'http://127.0.0.1:9/v1' }
    await reconcileDaily({ ...shop.deps, urls: away })
    expect(await lines()).toBe(before)
    await reconcileDaily(shop.deps)
    await reconcileDaily(shop.deps)
    expect(await lines()).toBe(before + 1)
    const { body } = await shop.get(finance, '/admin/reconciliations')
    const { runs } = body as unknown as { runs: unknown[] }
    expect(runs[0]).toMatchObject({ opened: expect.any(Number) })
    const days = { fromDay: '2026-01-01', untilDay: '2026-11-01' }
    const far = await shop.post(finance, '/admin/reconciliations', days)
    expect(far.body.code).toBe('reconciliation_days')
  })
})

describe('a day of the books', () => {
  const yesterday = async () => {
    const { status, body } = await shop.get(finance, '/admin/reconciliations/days')
    expect(status).toBe(200)
    const { days } = body as unknown as { days: DayBooks[] }
    expect(days).toHaveLength(14)
    return days[0]
  }

  it('is whole once all was compared after its end and is explained', async () => {
    await anApprovedTopUp(shop.deps, ana.userId, PESOS)
    const day = bogotaDate(shop.clock.now())
    await run()
    await watchIntegrity(shop.deps)
    shop.clock.advance(DAY_MS)
    expect(await yesterday()).toMatchObject({ day, payments: 1, lacks: ['gateway', 'ledger'] })
    shop.clock.advance(3 * HOUR_MS)
    await watchIntegrity(shop.deps)
    await run()
    await shop.deps.db.deleteFrom('payment_cases').execute()
    expect(await yesterday()).toMatchObject({ day, needsBank: false, cases: 0, lacks: [] })
  })

  it('is open while a payment of it is only at the gateway, whenever that was found', async () => {
    paidUnheard(await shop.topUp(ana, PESOS))
    const day = bogotaDate(shop.clock.now())
    shop.clock.advance(DAY_MS + 3 * HOUR_MS)
    await run()
    const found = await yesterday()
    expect(found?.lacks).toContain('cases')
    expect(found).toMatchObject({ day, cases: 1, openPesos: PESOS })
  })

  it('is for who reconciles', async () => {
    const { body } = await shop.get(ana, '/admin/reconciliations/days')
    expect(body.code).toBe('forbidden')
  })
})
