// The first of two cars is late by more than half an hour: what leaving both costs.
import { beforeAll, expect, it } from 'vitest'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp, type Pair } from '#test/connection-factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA } from '#test/trip-factories.ts'

const FUNDS = 500_000

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

/** A passenger of two cars at so many minutes after the planned pick-up of the first one. */
async function waiting(minutes: number, before?: (pair: Pair) => Promise<void>) {
  const pair = await test.newPair({}, {}, 240)
  const ana = await test.aPassenger()
  const booked = await test.bookedBoth(ana, pair)
  const pickUp = pair[0].facts.departsAt
  test.clock.set(addMs(pickUp, -HOUR_MS))
  await before?.(pair)
  test.clock.set(addMs(pickUp, minutes * MINUTE_MS))
  return { pair, ana, booked, shown: await test.show(ana, booked) }
}

it('returns both fares to who leaves both because the first driver is late', async () => {
  const { ana, booked, shown } = await waiting(31)
  const [first, second] = shown
  expect([first.can.leaveLate, second.refundIfCancelledNow]).toEqual([true, second.price])
  const expectedRefund = first.price + second.price
  const { status } = await test.cancelBoth(ana, booked.id, { expectedRefund })
  expect([status, await test.available(ana)]).toEqual([200, FUNDS])
  const [left, other] = await test.show(ana, booked)
  expect([left.leftBecause, other.leftBecause]).toEqual(['driver_late', 'other_car'])
  await test.runJobs()
  await expectConsistent(test.deps)
})

it('returns half of the second fare while the first driver may still come in time', async () => {
  const { shown } = await waiting(29)
  expect(shown[1].refundIfCancelledNow).toBe(Math.ceil(shown[1].price / 2))
})

it('returns the second fare also after the planned arrival of an absent first car', async () => {
  const { ana, booked, shown } = await waiting(260)
  const [first, second] = shown
  expect([first.can.cancel, second.refundIfCancelledNow]).toEqual([false, second.price])
  expect((await test.act(ana, booked.second, 'cancel')).status).toBe(200)
  expect(await test.available(ana)).toBe(FUNDS - first.price)
  await expectConsistent(test.deps)
})

it('returns half of the second fare when the first driver was at the stop in time', async () => {
  const { shown } = await waiting(31, async ([one]) => {
    test.clock.set(one.facts.departsAt)
    await test.call(one.driver, 'POST', `/trips/${one.tripId}/start`)
    const path = `/trips/${one.tripId}/arrivals`
    const { status } = await test.call(one.driver, 'POST', path, { stopId: one.stop(BOGOTA) })
    expect(status).toBe(200)
  })
  expect(shown[0].can.leaveLate).toBe(false)
  expect(shown[1].refundIfCancelledNow).toBe(Math.ceil(shown[1].price / 2))
})

it('returns half of the second fare to who boarded the late car', async () => {
  const { pair, ana, booked } = await waiting(31)
  await test.board(pair[0].driver, booked.first)
  const [, second] = await test.show(ana, booked)
  expect(second.refundIfCancelledNow).toBe(Math.ceil(second.price / 2))
})
