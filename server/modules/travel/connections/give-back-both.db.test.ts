import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { guaranteeFund } from '#server/modules/bank/ledger/index.ts'
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Body } from '#test/booking-factories.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import '#test/property-budget.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

const FUNDS = 1_000_000

async function scene(seats = 3) {
  const pair = await test.newPair({ seats: 4 }, { seats: 4 })
  const ana = await test.aPassenger(FUNDS)
  return { pair, ana, booked: await test.bookedBoth(ana, pair, { seats }) }
}

const giveBack = (who: TestUser, id: string, body: Body) =>
  test.call(who, 'POST', `/connections/${id}/give-back`, body)

const freeSeats = (pair: Pair) =>
  Promise.all(
    pair.map(async ({ tripId }) =>
      Math.min(...((await listSeatsLeft(test.deps.db, tripId)) ?? [])),
    ),
  )

/** Generations of the tickets of both parts; the first is 1. */
async function generations({ userId }: TestUser): Promise<number[]> {
  const find = `select generation from bookings
    where passenger_id = $1 and connection_part is not null order by connection_part`
  const { rows } = await asOwner(test.deps.databaseUrl, find, [userId])
  return rows.map(({ generation }) => generation)
}

it('amendment 7: returns as many seats of both cars, and tells both drivers', async () => {
  const { pair, ana, booked } = await scene()
  const shown = await test.show(ana, booked)
  const refund = shown.reduce((sum, { refundPerSeats }) => sum + refundPerSeats[0], 0)
  expect(refund).toBe(Math.ceil(booked.first.price / 3) + Math.ceil(booked.second.price / 3))
  const key = newId()
  const asked = () => giveBack(ana, booked.id, { seats: 1, expectedRefund: refund, key })
  const { status, body } = await asked()
  expect([status, body.refunded]).toEqual([200, refund])
  expect(body.bookings.map(({ seats }: { seats: number }) => seats)).toEqual([2, 2])
  expect(body.bookings.map(({ state }: { state: string }) => state)).toEqual([
    'confirmed',
    'confirmed',
  ])
  expect(await freeSeats(pair)).toEqual([2, 2])
  expect(await test.available(ana)).toBe(FUNDS - booked.first.price - booked.second.price + refund)
  expect(await generations(ana)).toEqual([2, 2])
  const again = await asked()
  expect([again.body.refunded, await freeSeats(pair)]).toEqual([refund, [2, 2]])
  await test.runJobs()
  expect((await test.messages(ana)).filter((kind) => kind === 'seats_returned')).toHaveLength(2)
  for (const { driver } of pair) expect(await test.messages(driver)).toContain('passenger_returned')
  await expectConsistent(test.deps)
})

it('keeps the change, its rights and its refund for the seats that stay', async () => {
  const { pair, ana, booked } = await scene()
  await giveBack(ana, booked.id, { seats: 2 })
  const [first, second] = await test.show(ana, booked)
  expect([first.connection.otherBookingId, second.seats]).toEqual([second.id, 1])
  await test.act(pair[0].driver, first, 'cancel')
  await test.runJobs()
  expect(await test.available(ana)).toBe(FUNDS)
  await expectConsistent(test.deps)
})

it.each([
  ['all the seats', { seats: 3 }, 'seats_not_returnable'],
  ['less than she saw', { seats: 1, expectedRefund: 900_000 }, 'price_changed'],
])('refuses to return %s, and changes neither part', async (_what, body, code) => {
  const { pair, ana, booked } = await scene()
  expect((await giveBack(ana, booked.id, body)).body.code).toBe(code)
  expect(await freeSeats(pair)).toEqual([1, 1])
  expect(await generations(ana)).toEqual([1, 1])
})

it('refuses other people, one part alone, and a part that stands alone', async () => {
  const { pair, ana, booked } = await scene()
  for (const other of [pair[0].driver, await test.aPassenger()]) {
    const { body } = await giveBack(other, booked.id, { seats: 1 })
    expect(body.code).toBe('booking_not_found')
  }
  const alone = await test.act(ana, booked.first, 'give-back', { seats: 1 })
  expect(alone.body.code).toBe('booking_not_cancellable')
  await test.act(ana, booked.first, 'cancel')
  expect((await test.show(ana, booked))[1].refundPerSeats).toEqual([])
  expect((await giveBack(ana, booked.id, { seats: 1 })).body.code).toBe('booking_not_cancellable')
})

it('returns half of each part within a day of the first pick-up', async () => {
  const { pair, ana, booked } = await scene()
  test.clock.set(addMs(pair[0].facts.departsAt, -23 * HOUR_MS))
  const half = [booked.first, booked.second]
    .map(({ price }) => Math.ceil(Math.ceil(price / 3) / 2))
    .reduce((sum, pesos) => sum + pesos, 0)
  expect((await giveBack(ana, booked.id, { seats: 1 })).body.refunded).toBe(half)
})

it('refunds what was shown, whatever is returned when, and keeps seats of both equal', async () => {
  const step = fc.record({ seats: fc.integer({ min: 1, max: 3 }), hours: fc.nat(100) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (history) => {
      const { pair, ana, booked } = await scene(4)
      const start = addMs(pair[0].facts.departsAt, -4 * DAY_MS)
      let [held, hours] = [booked.first.price + booked.second.price, 0]
      test.clock.set(start)
      let lost = 0
      for (const { seats, hours: later } of history) {
        hours += later / 3
        const at = addMs(start, hours * HOUR_MS)
        if (at > test.clock.now()) test.clock.set(at)
        const before = await test.show(ana, booked)
        const promised = before.map(({ refundPerSeats: each }) => each[seats - 1])
        const expected = promised.some((pesos) => pesos === undefined)
          ? undefined
          : promised[0] + promised[1]
        const { status, body } = await giveBack(ana, booked.id, { seats })
        expect([status, body.refunded]).toEqual([expected === undefined ? 409 : 200, expected])
        const [first, second] = await test.show(ana, booked)
        expect(first.seats).toBe(second.seats)
        if (expected !== undefined) {
          const price = first.price + second.price
          lost += held - price - expected
          held = price
        }
        expect(await test.available(ana)).toBe(FUNDS - held - lost)
      }
    }),
    { numRuns: 40 },
  )
  await expectConsistent(test.deps)
})

it('locks the fund before the wallets of a trip with one change that has a cover', async () => {
  test.clock.set(TEST_NOW)
  const ana = await test.aPassenger()
  const failed = await test.booked(ana, await test.newTrip({ departsAt: addMs(TEST_NOW, DAY_MS) }))
  const booked = await test.bookedBoth(ana, await test.newPair())
  await asOwner(
    test.deps.databaseUrl,
    `insert into rescues (booking_id, person_id, status, offer, fare_before, fare_offered,
       cover_pesos, new_booking_ids, created_at, expires_at, closed_at)
     values ($1, $2, 'taken', '{}', 1, 2, 1, $3, $4, $4, $4)`,
    [failed.id, ana.userId, [booked.first.id, booked.second.id], test.clock.now()],
  )
  const [holder, waiter, third] = await Promise.all(
    [1, 2, 3].map(async () => {
      const client = new pg.Client({ connectionString: test.deps.databaseUrl })
      await client.connect()
      return client
    }),
  )
  const account = 'select from ledger_accounts where id = $1 for no key update'
  await holder?.query('begin')
  await holder?.query(account, [guaranteeFund])
  await waiter?.query("set lock_timeout = '1s'")
  const locks = waiter?.query('select lock_connection($1, $2)', [booked.id, ana.userId])
  const wallet = third?.query(
    `select from ledger_accounts where owner_id = $1 and kind = 'wallet'
     for no key update nowait`,
    [ana.userId],
  )
  await expect(wallet).resolves.toBeDefined()
  await expect(locks).rejects.toMatchObject({ code: '55P03' })
  await holder?.query('rollback')
  for (const client of [holder, waiter, third]) await client?.end()
})
