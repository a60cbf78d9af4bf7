import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PROPOSAL_DAYS, REFUND_ALARM_DAYS, REFUND_HEADS_DAYS } from '#contract/proposal.ts'
import { loadPlaces } from '#server/modules/roads/places/index.ts'
import { bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { hearCase } from '#test/hearing-steps.ts'
import { openWithdrawalsApp, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { lapseProposals } from './lapse-proposals.ts'

const BIG = 700_000
const REASON = 'Lo pidió por teléfono, caso 1042.'

let shop: WithdrawalsApp
let jorge: TestUser
let marta: TestUser
let admin: TestUser
let other: TestUser

beforeAll(async () => {
  shop = await openWithdrawalsApp()
  await loadPlaces(shop.deps)
  admin = await aUser(shop.deps, { roles: ['passenger', 'admin'] })
  other = await aUser(shop.deps, { roles: ['passenger', 'admin'] })
})

beforeEach(async () => {
  jorge = await aUser(shop.deps, { firstName: 'Jorge', roles: ['finance'] })
  marta = await aUser(shop.deps, { firstName: 'Marta', roles: ['finance'] })
})

const run = async (text: string, ...values: unknown[]) =>
  (await asOwner(shop.deps.databaseUrl, text, values)).rows

async function told({ userId }: TestUser): Promise<string[]> {
  await shop.runJobs()
  const rows = await run('select kind from notifications where user_id = $1', userId)
  return rows.map(({ kind }) => kind)
}

const leaves = ({ userId }: TestUser) =>
  run(`update users set roles = '{passenger}' where id = $1`, userId)

async function toSign(who: TestUser, id: string) {
  const { body } = await shop.get(who, '/admin/signatures')
  const { items } = body as unknown as { items: { id: string; people: unknown[] }[] }
  return items.find((item) => item.id === id)
}

const pass = (days: number) => shop.clock.advance(days * DAY_MS)

describe('a proposed credit', () => {
  const propose = async (userId: string, pesos = 20_000) => {
    const id = newId()
    const credit = { id, pesos, cause: 'courtesy', withdrawable: false, reason: REASON }
    const path = `/admin/desk-actions/people/${userId}/credits`
    expect((await shop.post(jorge, path, credit)).status).toBe(200)
    return id
  }
  const sign = (id: string) =>
    shop.post(marta, `/admin/desk-actions/money/${id}/sign`, { reason: REASON })

  it('lapses after seven days, releases the ceiling, and is told to both', async () => {
    const ana = await aUser(shop.deps)
    const id = await propose(ana.userId, 150_000)
    pass(PROPOSAL_DAYS - 1)
    await lapseProposals(shop.deps)
    expect(await toSign(marta, id)).toBeDefined()
    pass(1)
    await lapseProposals(shop.deps)
    await lapseProposals(shop.deps)
    expect((await sign(id)).body.code).toBe('money_act_over')
    expect(await told(jorge)).toEqual(['signature_lapsed'])
    expect(await told(ana)).toEqual(['credit_unconfirmed'])
    await propose(ana.userId, 150_000)
  })

  it('lapses although others fail', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push(await propose((await aUser(shop.deps)).userId))
    const [first, between, last] = ids as [string, string, string]
    pass(PROPOSAL_DAYS)
    await run(
      `alter table signature_lapses add constraint stuck
         check (subject_id not in ('${first}', '${last}'))`,
    )
    await expect(lapseProposals(shop.deps)).rejects.toMatchObject({ errors: { length: 2 } })
    await run('alter table signature_lapses drop constraint stuck')
    expect((await sign(between)).body.code).toBe('money_act_over')
    expect(await toSign(marta, first)).toBeDefined()
    expect(await lapseProposals(shop.deps)).toBe(2)
  })

  it('ends a proposed credit whose second signer left finance', async () => {
    const ana = await aUser(shop.deps)
    const id = await propose(ana.userId)
    await leaves(jorge)
    expect((await sign(id)).body.code).toBe('signature_void')
    await lapseProposals(shop.deps)
    expect((await sign(id)).body.code).toBe('money_act_over')
    expect(await told(jorge)).toEqual(['signature_lapsed'])
  })

  it('shows its person with standing, and what nobody could compare', async () => {
    const ana = await aUser(shop.deps, { firstName: 'Ana', phone: null })
    const id = await propose(ana.userId)
    await run('insert into user_standing (user_id, expelled) values ($1, true)', ana.userId)
    expect(await toSign(marta, id)).toMatchObject({
      reason: REASON,
      by: 'Jorge G.',
      people: [
        {
          id: ana.userId,
          name: 'Ana Gómez',
          standing: 'expelled',
          missing: ['identity', 'phone', 'account'],
        },
      ],
    })
  })
})

describe('a proposed price', () => {
  it('lapses after seven days, and can be proposed again', async () => {
    const day = bogotaDate(new Date(shop.clock.now().getTime() + 30 * DAY_MS))
    const asked = {
      kind: 'fuel',
      subjectId: 'CO',
      validFrom: day,
      pesos: 16_100,
      source: 'Resolución de la UPME',
    }
    const { body } = await shop.post(jorge, '/admin/prices/proposals', asked)
    expect(body.code).toBeUndefined()
    const [row] = await run('select id from price_proposals where proposed_by = $1', jorge.userId)
    pass(PROPOSAL_DAYS)
    await lapseProposals(shop.deps)
    const path = `/admin/prices/proposals/${row?.id}/decide`
    expect((await shop.post(marta, path, { outcome: 'confirmed' })).status).toBe(404)
    expect(await told(jorge)).toEqual(['signature_lapsed'])
    expect((await shop.post(marta, '/admin/prices/proposals', asked)).body.code).toBeUndefined()
  })
})

describe('a first signature', () => {
  const queue = async (who = marta) => {
    const { body } = await shop.get(who, '/admin/withdrawals?status=requested')
    return (body as unknown as { items: { id: string }[] }).items.map(({ id }) => id)
  }

  it('on a withdrawal lapses, and the withdrawal waits first in line for two people', async () => {
    const earlier = await shop.aSaver()
    await shop.ask(earlier, BIG)
    const saver = await shop.aSaver()
    const { id } = (await shop.ask(saver, BIG)).body.withdrawal
    await shop.approve(jorge, id)
    shop.clock.advance(1000)
    const { id: later } = (await shop.ask(await shop.aSaver(), BIG)).body.withdrawal
    expect((await queue(jorge)).slice(-2)).toEqual([later, id])
    expect((await queue()).slice(-2)).toEqual([id, later])
    pass(PROPOSAL_DAYS)
    await lapseProposals(shop.deps)
    expect((await queue())[0]).toBe(id)
    expect(await told(jorge)).toEqual(['signature_lapsed'])
    expect((await shop.approve(marta, id)).body.withdrawal.status).toBe('requested')
    expect((await shop.approve(jorge, id)).body.withdrawal.status).toBe('approved')
  })

  it('of somebody without the role does not count, and is void', async () => {
    const saver = await shop.aSaver()
    const { id } = (await shop.ask(saver, BIG)).body.withdrawal
    await shop.approve(jorge, id)
    await leaves(jorge)
    expect((await shop.approve(marta, id)).body.code).toBe('signature_void')
    expect(await lapseProposals(shop.deps)).toBe(1)
    expect((await shop.approve(marta, id)).body.withdrawal.status).toBe('requested')
  })

  it('of somebody who is paused does not count', async () => {
    const saver = await shop.aSaver()
    const { id } = (await shop.ask(saver, BIG)).body.withdrawal
    await shop.approve(jorge, id)
    const pause = `insert into user_standing (user_id, expelled, suspended_until)
      values ($1, false, 'infinity')`
    await run(pause, jorge.userId)
    expect((await shop.approve(marta, id)).body.code).toBe('signature_void')
  })

  it.each([
    ['the result of a payment', 'payout_result'],
    ['a file taken back', 'payout_batch'],
  ])('on %s lapses alone', async (_what, kind) => {
    const saver = await shop.aSaver()
    await shop.approved(saver, BIG)
    const { body } = await shop.post(jorge, '/admin/payout-batches', {})
    const { id: batchId } = (body as unknown as { batch: { id: string } }).batch
    const [row] = await run('select id from withdrawals where batch_id = $1', batchId)
    const result = { outcome: 'paid', note: 'Salió en el extracto de hoy.' }
    const { status } =
      kind === 'payout_batch'
        ? await shop.post(jorge, `/admin/payout-batches/${batchId}/take-back`, { agree: true })
        : await shop.post(jorge, `/admin/withdrawals/${row?.id}/result`, result)
    expect(status).toBe(200)
    const subject = kind === 'payout_batch' ? batchId : row?.id
    expect(await toSign(marta, String(subject))).toMatchObject({ kind })
    pass(PROPOSAL_DAYS)
    await lapseProposals(shop.deps)
    expect(await toSign(marta, String(subject))).toBeUndefined()
    const [kept] = await run('select status, result from withdrawals where id = $1', row?.id)
    expect(kept).toEqual({ status: 'sent', result: null })
  })

  it('on the return of a paid withdrawal lapses, and it stays paid', async () => {
    const { id } = await shop.approved(await shop.aSaver(), BIG)
    await shop.post(jorge, '/admin/payout-batches', {})
    const path = `/admin/withdrawals/${id}`
    await shop.post(jorge, `${path}/result`, { outcome: 'paid', note: 'Salió en el extracto.' })
    await shop.post(marta, `${path}/confirm`, { agree: true })
    const told = { bankReference: 'MOV-900', reason: 'La cuenta está cerrada.' }
    await shop.post(jorge, `${path}/return`, told)
    expect(await toSign(marta, id)).toMatchObject({ kind: 'payout_return' })
    pass(PROPOSAL_DAYS)
    await lapseProposals(shop.deps)
    expect(await toSign(marta, id)).toBeUndefined()
    const [kept] = await run('select status, return_reference from withdrawals where id = $1', id)
    expect(kept).toEqual({ status: 'paid', return_reference: null })
    expect((await shop.post(jorge, `${path}/return`, told)).status).toBe(200)
  })

  it('on a case of payments lapses, and the case is first in line', async () => {
    const ids = [newId(), newId()]
    const insert = `insert into payment_cases (id, kind, transaction_id, opened_at)
      values ($1::uuid, 'double_charge', $1::text, $2::timestamptz)`
    for (const [index, id] of ids.entries()) {
      await run(insert, id, new Date(shop.clock.now().getTime() + index))
    }
    const path = `/admin/reconciliations/${ids[1]}`
    expect((await shop.post(jorge, `${path}/propose`, { note: REASON })).status).toBe(200)
    const listed = async (who: TestUser, query: string) => {
      const { body } = await shop.get(who, `/payments/cases${query}`)
      return (body as unknown as { items: { id: string }[] }).items.map((item) => item.id)
    }
    // The second of the two is the older one for nobody else.
    await run(
      `update payment_cases set opened_at = opened_at - interval '1 s' where id = $1`,
      ids[1],
    )
    expect((await listed(marta, '')).slice(-2)).toEqual([ids[1], ids[0]])
    expect((await listed(jorge, '')).slice(-2)).toEqual(ids)
    expect(await listed(jorge, `?status=resolved&only=${ids[1]}`)).toEqual([ids[1]])
    pass(PROPOSAL_DAYS)
    await lapseProposals(shop.deps)
    expect((await shop.post(marta, `${path}/confirm`, { note: REASON })).body.code).toBe(
      'payment_case_not_proposed',
    )
    expect((await listed(marta, ''))[0]).toBe(ids[1])
  })
})

describe('a proposed expulsion', () => {
  it('lapses, keeps the pause, is urgent and first, and alarms the admins', async () => {
    const [driver, reporter] = [await aUser(shop.deps), await aUser(shop.deps)]
    const report = async () => {
      const asked = { subject: { kind: 'user', id: driver.userId }, reason: 'dangerous_driving' }
      const text = 'Miraba el celular al manejar.'
      const { body } = await shop.post(reporter, '/reports', { ...asked, text })
      return (body as unknown as { report: { id: string } }).report.id
    }
    const id = await report()
    const note = 'Un pasajero cuenta que manejaste mirando el celular.'
    const decide = { outcome: 'expulsion', note }
    await hearCase(shop.deps.databaseUrl, id)
    expect((await shop.post(admin, `/admin/conduct/${id}/decide`, decide)).status).toBe(200)
    pass(PROPOSAL_DAYS)
    await lapseProposals(shop.deps)
    expect(await told(other)).toContain('expulsion_lapsed')
    expect(await told(admin)).toContain('signature_lapsed')
    const { body } = await shop.get(other, '/admin/conduct?status=open')
    const { items } = body as unknown as { items: object[] }
    expect(items[0]).toMatchObject({ id, expulsionLapsed: true, isPaused: true, proposal: null })
    const [standing] = await run(
      'select suspended_until from user_standing where user_id = $1',
      driver.userId,
    )
    expect(standing?.suspended_until).toBe(Number.POSITIVE_INFINITY)
  })
})

it('a proposed rule of the guarantee fund is named in words, and a share is no pesos', async () => {
  const propose = (subjectId: string, pesos: number) =>
    shop.post(jorge, '/admin/prices/proposals', {
      ...{ kind: 'fund', subjectId, pesos, source: 'Acta de la junta de noviembre' },
      validFrom: bogotaDate(shop.clock.now()),
    })
  const proposed = [await propose('share', 12), await propose('cover_max', 35_000)]
  expect(proposed.map(({ status }) => status)).toEqual([201, 201])
  const { body } = await shop.get(marta, '/admin/signatures')
  const { items } = body as unknown as { items: { kind: string; detail: string }[] }
  expect(items.filter(({ kind }) => kind === 'fund_setting')).toMatchObject([
    { detail: 'Parte de la comisión, en %: 12', pesos: null },
    { detail: 'Diferencia que cubre, máximo en pesos', pesos: 35_000 },
  ])
})

describe('a recorded refund without a second signature', () => {
  it('never lapses, heads the first screen after two days, and alarms after four', async () => {
    const ana = await aUser(shop.deps)
    const reference = await shop.topUp(ana, 60_000)
    shop.wompi.settle(shop.payer(reference, 60_000), 'APPROVED')
    await shop.settleAll()
    const [payment] = await run('select id from payments where reference = $1', reference)
    const id = newId()
    const asked = { id, pesos: 60_000, cause: 'error', gatewayReference: `DEV-${id}` }
    const path = `/admin/desk-actions/payments/${payment?.id}/refunds`
    expect((await shop.post(jorge, path, { ...asked, reason: REASON })).status).toBe(200)
    const heads = async (who: TestUser) => {
      const { body } = await shop.get(who, '/admin/today')
      return (body as unknown as { refunds: { id: string }[] }).refunds.map((each) => each.id)
    }
    expect(await heads(marta)).not.toContain(id)
    pass(REFUND_HEADS_DAYS)
    for (const who of [jorge, marta, admin]) expect(await heads(who)).toContain(id)
    await lapseProposals(shop.deps)
    expect(await told(marta)).toEqual([])
    pass(REFUND_ALARM_DAYS - REFUND_HEADS_DAYS)
    await lapseProposals(shop.deps)
    await lapseProposals(shop.deps)
    for (const who of [jorge, marta, admin]) {
      expect((await told(who)).filter((kind) => kind === 'refund_unsigned')).toHaveLength(1)
    }
    pass(100)
    await lapseProposals(shop.deps)
    expect(await toSign(marta, id)).toMatchObject({ kind: 'refund' })
  })
})
