// Cases of trips with one change of car that no other test of this module names.
import { beforeAll, describe, expect, it } from 'vitest'
import { findDebt } from '#server/modules/bank/ledger/index.ts'
import { settleTransaction } from '#server/modules/money/payments/settle-payment.ts'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aRoadNetwork, aTrip, BOGOTA, CALI, IBAGUE } from '#test/trip-factories.ts'
import { openPaymentsApp } from '#test/wompi.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

const FUNDS = 500_000

async function scene() {
  const pair = await test.newPair()
  const ana = await test.aPassenger()
  return { pair, ana, booked: await test.bookedBoth(ana, pair) }
}

const states = async (ana: TestUser, booked: Parameters<ConnectionsApp['show']>[1]) =>
  (await test.show(ana, booked)).map(({ state }) => state)

it('case 14: a second car 10 minutes earlier frees neither part, and breaks nothing', async () => {
  const { pair, ana, booked } = await scene()
  test.clock.set(addMs(pair[0].facts.departsAt, -10 * HOUR_MS))
  const departsAt = addMs(pair[1].facts.departsAt, -10 * MINUTE_MS).toISOString()
  await test.edit(pair[1], { departsAt })
  await test.runJobs()
  for (const { state, price, refundIfCancelledNow, connection } of await test.show(ana, booked)) {
    expect([state, connection.brokenAt]).toEqual(['confirmed', null])
    expect(refundIfCancelledNow).toBeLessThan(price)
  }
})

it('case 15: the first driver cannot remove the stop where she changes cars', async () => {
  const one = await test.newTrip({ stops: [BOGOTA, IBAGUE, CALI] })
  const off = one.facts.places.find(({ placeId }) => placeId === IBAGUE)?.at ?? TEST_NOW
  const departsAt = addMs(off, 90 * MINUTE_MS)
  const two = await test.newTrip({ departsAt, stops: [IBAGUE, CALI] })
  await test.bookedBoth(await test.aPassenger(), [one, two])
  const stops = [BOGOTA, CALI].map((placeId) => ({ placeId }))
  const { body } = await test.call(one.driver, 'PATCH', `/trips/${one.tripId}`, { stops })
  expect([body.code, body.error]).toEqual(['trip_has_bookings', expect.stringContaining('Ibagué')])
})

it('case 16: getting off earlier is refused while the change stands', async () => {
  const { pair, ana, booked } = await scene()
  const earlier = pair[0].facts.places.at(-2)
  const body = {
    fromStopId: pair[0].stop(BOGOTA),
    toStopId: `${pair[0].tripId}.${earlier?.seq}`,
  }
  const answer = await test.call(ana, 'POST', `/bookings/${booked.first.id}/segment`, body)
  expect(answer.body.code).toBe('segment_not_changeable')
  expect(answer.body.error).toContain('viaje con cambio de carro')
})

describe('aboard the first car', () => {
  it('case 18: a first driver who denies her word takes nothing of the second part', async () => {
    const { pair, ana, booked } = await scene()
    test.toPickUp(booked.first, 0)
    expect((await test.act(ana, booked.first, 'aboard')).status).toBe(200)
    test.toPickUp(booked.first, 16 * MINUTE_MS)
    const claim = await test.act(pair[0].driver, booked.first, 'no-show')
    expect(claim.status).toBeGreaterThanOrEqual(400)
    test.toPickUp(booked.second, 0)
    await test.board(pair[1].driver, booked.second)
    const [, second] = await test.show(ana, booked)
    expect([second.state, second.charged]).toEqual(['checked_in', second.price])
    await expectConsistent(test.deps)
  })

  it('case 22: each part is rated by itself, the first one after the first part', async () => {
    const { pair, ana, booked } = await scene()
    const rates = async ({ id }: { id: string }) =>
      (await test.call(ana, 'GET', `/bookings/${id}/rating`)).body.rating.can.rate
    test.toPickUp(booked.first, 0)
    await test.board(pair[0].driver, booked.first)
    expect(await rates(booked.first)).toBe(false)
    test.clock.set(addMs(pair[0].facts.arrivesAt, MINUTE_MS))
    expect([await rates(booked.first), await rates(booked.second)]).toEqual([true, false])
  })

  it('amendment 3: who skips the first car boards the second, and pays the first', async () => {
    const { pair, ana, booked } = await scene()
    test.toPickUp(booked.first, 16 * MINUTE_MS)
    expect((await test.act(pair[0].driver, booked.first, 'no-show')).status).toBe(200)
    test.toPickUp(booked.second, 0)
    await test.board(pair[1].driver, booked.second)
    test.clock.advance(2 * DAY_MS)
    await test.runJobs()
    expect(await states(ana, booked)).toEqual(['no_show', 'completed'])
    const fares = booked.first.price + booked.second.price
    expect(await test.available(ana)).toBe(FUNDS - fares)
    await expectConsistent(test.deps)
  })
})

it('case 25: a charge-back after booking makes a debt, and both bookings stay', async () => {
  const shop = await openPaymentsApp()
  await aRoadNetwork(shop.deps)
  await loadSafePoints(shop.deps)
  const who = await aUser(shop.deps)
  const one = await aTrip(shop.deps, { stops: [BOGOTA, IBAGUE] })
  const departsAt = addMs(one.facts.arrivesAt, 90 * MINUTE_MS)
  const two = await aTrip(shop.deps, { departsAt, stops: [IBAGUE, CALI] })
  const fare = one.facts.seatPrice + two.facts.seatPrice
  const transaction = shop.payer(await shop.topUp(who, fare), fare, { delivery: 'none' })
  shop.wompi.settle(transaction, 'APPROVED')
  await settleTransaction(shop.deps, transaction)
  const parts = [
    { tripId: one.tripId, fromStopId: one.stop(BOGOTA), toStopId: one.stop(IBAGUE) },
    { tripId: two.tripId, fromStopId: two.stop(IBAGUE), toStopId: two.stop(CALI) },
  ]
  const booked = await shop.post(who, '/connections', { parts, changePointId: test.pointId })
  expect(booked.status).toBe(201)
  shop.wompi.settle(transaction, 'VOIDED')
  await settleTransaction(shop.deps, transaction)
  expect(await findDebt(shop.deps.db, who.userId)).toBe(fare)
  const { bookings } = booked.body as unknown as { bookings: { id: string }[] }
  for (const { id } of bookings) {
    const { body } = await shop.get(who, `/bookings/${id}`)
    expect(body).toMatchObject({ booking: { state: 'confirmed' } })
  }
  await expectConsistent(shop.deps)
})
