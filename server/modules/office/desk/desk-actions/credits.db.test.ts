import { beforeAll, describe, expect, it } from 'vitest'
import { CREDIT_MONTH_MAX } from '#contract/desk-action-limits.ts'
import { withdrawableOf } from '#server/modules/bank/ledger/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { sharePhone } from '#test/same-human.ts'

const REASON = 'Lo pidió por teléfono, caso 1042.'

let test: BookingsApp
let finance: TestUser
let second: TestUser
let admin: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  finance = await aUser(test.deps, { roles: ['passenger', 'finance'] })
  second = await aUser(test.deps, { roles: ['passenger', 'finance'] })
  admin = await aUser(test.deps, { roles: ['passenger', 'admin'] })
})

const post = (who: TestUser, path: string, body: Body) =>
  test.call(who, 'POST', `/admin/desk-actions${path}`, body)

const creditOf = (who: TestUser, userId: string, more: Body = {}) => {
  const credit = { id: newId(), pesos: 20_000, cause: 'courtesy', withdrawable: false }
  return post(who, `/people/${userId}/credits`, { ...credit, ...more, reason: REASON })
}

async function told(userId: string): Promise<string[]> {
  await test.runJobs()
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select kind from notifications where user_id = $1',
    [userId],
  )
  return rows.map(({ kind }) => kind)
}

describe('credits by two people', () => {
  const sign = (who: TestUser, id: string, verb = 'sign') =>
    post(who, `/money/${id}/${verb}`, { reason: REASON })
  const withdrawable = async (userId: string) =>
    (await withdrawableOf(test.deps.db, { userId, now: test.clock.now() })).pesos

  it('credits nothing before a second human signs, and then for travelling only', async () => {
    const ana = await test.aPassenger(0)
    const id = newId()
    await creditOf(finance, ana.userId, { id })
    await creditOf(finance, ana.userId, { id })
    expect(await test.available(ana)).toBe(0)
    expect((await sign(finance, id)).body.code).toBe('money_act_own')
    const twin = await aUser(test.deps, { roles: ['passenger', 'finance'] })
    await sharePhone(test.deps.databaseUrl, finance, twin)
    expect((await sign(twin, id)).body.code).toBe('same_human')
    expect(await test.available(ana)).toBe(0)
    expect((await sign(admin, id)).status).toBe(200)
    expect([await test.available(ana), await withdrawable(ana.userId)]).toEqual([20_000, 0])
    expect((await sign(admin, id)).body.code).toBe('money_act_over')
    expect(await test.available(ana)).toBe(20_000)
    expect(await told(ana.userId)).toEqual(['credit_received'])
  })

  it('cannot be signed once the account was closed', async () => {
    const ana = await test.aPassenger(0)
    const id = newId()
    await creditOf(finance, ana.userId, { id })
    await asOwner(
      test.deps.databaseUrl,
      `insert into account_closings (id, user_id, asked_at, due_at, started_at)
       values ($1, $2, now(), now() + interval '1 day', now())`,
      [newId(), ana.userId],
    )
    expect((await sign(second, id)).body.code).toBe('person_not_found')
    expect(await test.available(ana)).toBe(0)
    expect((await sign(second, id, 'refuse')).status).toBe(200)
  })

  it('credits withdrawable money only when two people marked it so', async () => {
    const ana = await test.aPassenger(0)
    const id = newId()
    await creditOf(finance, ana.userId, { id, withdrawable: true })
    await sign(second, id)
    expect(await withdrawable(ana.userId)).toBe(20_000)
  })

  it('limits credits per month, without counting refused ones', async () => {
    const ana = await test.aPassenger(0)
    const [first, other] = [newId(), newId()]
    const over = await creditOf(finance, ana.userId, { pesos: CREDIT_MONTH_MAX + 1 })
    expect(over.body.code).toBe('credit_over_ceiling')
    await creditOf(finance, ana.userId, { id: first, pesos: CREDIT_MONTH_MAX })
    await sign(finance, first, 'refuse')
    await creditOf(finance, ana.userId, { id: other, pesos: CREDIT_MONTH_MAX - 10_000 })
    expect((await creditOf(admin, ana.userId, { pesos: 5_000 })).body.code).toBe(
      'money_act_pending',
    )
    await sign(second, other)
    expect((await creditOf(finance, ana.userId)).body.code).toBe('credit_over_ceiling')
    test.clock.advance(31 * DAY_MS)
    expect((await creditOf(finance, ana.userId)).status).toBe(200)
  })

  it('refuses a credit to oneself, and one by somebody without a verified identity', async () => {
    expect((await creditOf(finance, finance.userId)).body.code).toBe('forbidden')
    const ana = await test.aPassenger(0)
    const stranger = await aUser(test.deps, { roles: ['passenger', 'finance'], verified: false })
    expect((await creditOf(stranger, ana.userId)).body.code).toBe('signer_unverified')
    const id = newId()
    await creditOf(finance, second.userId, { id })
    expect((await sign(second, id)).body.code).toBe('forbidden')
    const waiting = (await test.call(admin, 'GET', '/admin/signatures')).body.items
    expect(waiting).toContainEqual(
      expect.objectContaining({ id, kind: 'credit', subjectId: second.userId, pesos: 20_000 }),
    )
    const own = (await test.call(second, 'GET', '/admin/signatures')).body.items
    expect(own).not.toContainEqual(expect.objectContaining({ id }))
    await sign(finance, id, 'refuse')
  })
})
