import { beforeAll, describe, expect, it } from 'vitest'
import { gatewayWompi, walletId, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser, freshToken, type TestUser } from '#test/factories.ts'
import { BOGOTA, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

type Line = { id: string; at: string; kind: string; code: string; ending: object | null }

let test: BookingsApp
let finance: TestUser
let ana: TestUser
let trip: TestTrip
let account: string

/** Creates top-ups, holds with each kind of ending, and an open hold, at different times. */
beforeAll(async () => {
  test = await openBookingsApp()
  finance = await aUser(test.deps, { roles: ['passenger', 'finance'] })
  trip = await test.newTrip({ departsAt: addMs(test.clock.now(), 20 * DAY_MS) })
  ana = await test.aPassenger()
  account = walletId(ana.userId)
  const later = (ms: number) => test.clock.set(addMs(test.clock.now(), ms))
  for (let round = 0; round < 3; round += 1) {
    later(HOUR_MS)
    await aFundedWallet(test.deps, ana.userId, 50_000)
    later(7 * MINUTE_MS)
    const booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
    later(HOUR_MS)
    await test.act(ana, booking, 'cancel')
  }
  const ridden = await test.booked(ana, trip)
  test.toPickUp(ridden, 0)
  await test.board(trip.driver, ridden)
  const next = await test.newTrip({ departsAt: addMs(new Date(ridden.to.at), 9 * DAY_MS) })
  test.clock.set(new Date(ridden.to.at))
  await test.booked(ana, next)
})

const get = (path: string, who = finance) => test.call(who, 'GET', `/admin/ledger${path}`)

async function balanceAt(at: Date | null, of = account) {
  const { body } = await get(`/accounts/${of}${at ? `?at=${at.toISOString()}` : ''}`)
  return body.balance
}

type Transfer = {
  id: string
  kind: string
  debit_account: string
  credit_account: string
  amount: number
  pending_id: string | null
  happened_at: Date
}

/** Computes the balance by replaying every movement in order, up to an instant. */
function replay(all: readonly Transfer[], of: string, at: Date) {
  const sums = { debitsPosted: 0, creditsPosted: 0, debitsPending: 0, creditsPending: 0 }
  const holds = new Map<string, Transfer>()
  for (const each of all.filter(({ happened_at }) => happened_at <= at)) {
    if (each.debit_account !== of && each.credit_account !== of) continue
    const side = each.debit_account === of ? 'debits' : 'credits'
    const amount = Number(each.amount)
    if (each.kind === 'pending') {
      holds.set(each.id, each)
      sums[`${side}Pending`] += amount
    } else {
      const hold = each.pending_id ? holds.get(each.pending_id) : undefined
      if (hold) sums[`${side}Pending`] -= Number(hold.amount)
      if (each.kind === 'post' || each.kind === 'transfer') sums[`${side}Posted`] += amount
    }
  }
  return sums
}

describe('the balance at an instant', () => {
  it('computes the balance at random instants like a replay of all movements', async () => {
    const { rows } = await asOwner(
      test.deps.databaseUrl,
      `select * from ledger_transfers order by happened_at, (pending_id is not null), id`,
    )
    const all = rows as Transfer[]
    const times = all.map(({ happened_at }) => happened_at.getTime())
    const [first, last] = [Math.min(...times), Math.max(...times)]
    const random = Array.from({ length: 40 }, () => first + Math.random() * (last - first))
    // Includes the exact instants of movements, and 1 ms before them.
    const instants = [...times, ...times.map((time) => time - 1), ...random, last + DAY_MS]
    for (const of of [account, walletId(trip.driver.userId), gatewayWompi]) {
      for (const time of instants) {
        const at = new Date(Math.floor(time))
        expect(await balanceAt(at, of), at.toISOString()).toMatchObject(replay(all, of, at))
      }
    }
  })

  it('computes the same current balance as the wallet', async () => {
    const { available, held, incoming } = await walletTotals(test.deps.db, ana.userId)
    expect(await balanceAt(null)).toMatchObject({
      available,
      debitsPending: held,
      creditsPending: incoming,
      posted: available + held,
    })
    expect(held).toBeGreaterThan(0)
  })
})

describe('the movements of an account', () => {
  const linesOf = async (query = '') => (await get(`/accounts/${account}/lines?${query}`)).body

  it('lists a hold together with its ending, cause and both accounts', async () => {
    const { items } = (await linesOf()) as { items: Line[] }
    const kinds = items.map(({ code, ending }) => [code, (ending as { kind: string } | null)?.kind])
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['fare', 'void'],
        ['fare', 'post'],
        ['fare', undefined],
        ['topup', undefined],
      ]),
    )
    const times = items.map(({ at }) => at)
    expect(times).toEqual([...times].sort().reverse())
    expect(items[0]).toMatchObject({
      cause: { kind: 'booking' },
      from: { id: account, owner: { id: ana.userId } },
    })
  })

  it('keeps pages of movements stable while new movements arrive', async () => {
    const rich = await test.aPassenger(0)
    for (let count = 0; count < 55; count += 1) {
      await aFundedWallet(test.deps, rich.userId, 1_000)
    }
    const path = `/accounts/${walletId(rich.userId)}/lines?`
    const first = (await get(path)).body
    // A new movement belongs before the first page, not on the second.
    test.clock.advance(1)
    await aFundedWallet(test.deps, rich.userId, 1_000)
    const rest = (await get(`${path}after=${first.next}`)).body
    const ids = [...first.items, ...rest.items].map(({ id }: Line) => id)
    expect([ids.length, new Set(ids).size, rest.next]).toEqual([55, 55, null])
  })

  it('filters movements by code and day, and exports them as a file', async () => {
    const { items } = (await linesOf('code=topup')) as { items: Line[] }
    expect(new Set(items.map(({ code }) => code))).toEqual(new Set(['topup']))
    expect((await linesOf('until=2020-01-01')).items).toEqual([])
    const authorization = `Bearer ${await freshToken(test.deps, finance)}`
    const url = `/api/admin/ledger/accounts/${account}/file`
    const payload = { code: 'topup', reason: 'Lo pide la Superintendencia.' }
    const sent = { method: 'POST', url, headers: { authorization }, payload } as const
    const file = await test.app.inject(sent)
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.body.trim().split('\r\n')).toHaveLength(items.length + 1)
  })
})

describe('accounts and movements', () => {
  it('links ledger accounts, movements and their causes to each other', async () => {
    const house = (await get('/accounts')).body.items
    expect(house.map(({ code }: { code: string }) => code)).toContain('gateway:wompi')
    const own = (await get(`/accounts?person=${ana.userId}`)).body.items
    expect(own.map(({ id }: Line) => id)).toContain(account)
    const { items } = (await get(`/accounts/${account}/lines`)).body
    const posted = items.find((line: Line) => (line.ending as { kind?: string })?.kind === 'post')
    for (const id of [posted.id, posted.ending.id]) {
      const { line, related } = (await get(`/transfers/${id}`)).body
      expect(line).toEqual(posted)
      expect(related.map(({ code }: Line) => code)).toContain('commission')
    }
    const { booking } = (
      await test.call(
        await aUser(test.deps, { roles: ['passenger', 'support'] }),
        'GET',
        `/admin/bookings/${posted.cause.id}`,
      )
    ).body
    expect(booking.money.map(({ id }: Line) => id)).toContain(posted.id)
  })

  it('answers not found for unknown accounts, and refuses the ledger to support', async () => {
    for (const path of ['', '/lines']) {
      const { body } = await get(`/accounts/${newId()}${path}`)
      expect(body.code).toBe('ledger_account_not_found')
    }
    expect((await get(`/transfers/${newId()}`)).body.code).toBe('ledger_transfer_not_found')
    const support = await aUser(test.deps, { roles: ['passenger', 'support'] })
    expect((await get('/accounts', support)).body.code).toBe('forbidden')
  })
})
