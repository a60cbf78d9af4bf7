// One car of a trip with one change is left because somebody else moved: the other is free too.
import { beforeAll, expect, it } from 'vitest'
import { withdrawByTeam } from '#server/modules/travel/bookings/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { aUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, IBAGUE } from '#test/trip-factories.ts'

let test: ConnectionsApp

beforeAll(async () => {
  test = await openConnectionsApp()
})

const FUNDS = 500_000

/** Within a day of both pick-ups, when leaving by choice costs half. */
async function booked() {
  const pair = await test.newPair()
  const ana = await test.aPassenger(FUNDS)
  const both = await test.bookedBoth(ana, pair)
  return { pair, ana, both }
}

/** Another booking of hers, whose driver moves it onto the first car. */
async function crossed() {
  const { pair, ana, both } = await booked()
  const { departsAt, arrivesAt } = pair[0].facts
  const took = arrivesAt.getTime() - departsAt.getTime()
  const before = addMs(departsAt, -took - HOUR_MS)
  const earlier = await test.newTrip({ departsAt: before, stops: [BOGOTA, IBAGUE] })
  await test.booked(ana, earlier, { from: BOGOTA, to: IBAGUE })
  const funds = await test.available(ana)
  test.clock.set(addMs(departsAt, -10 * HOUR_MS))
  await test.edit(earlier, { departsAt: addMs(before, 2 * HOUR_MS).toISOString() })
  await test.runJobs()
  return { pair, ana, both, before: funds + both.first.price + both.second.price }
}

it('returns both fares when another journey was moved onto the first car', async () => {
  const { ana, both, before } = await crossed()
  for (const part of await test.show(ana, both)) {
    expect(part).toMatchObject({ refundIfCancelledNow: part.price, fullRefundUntil: part.from.at })
  }
  expect((await test.cancelBoth(ana, both.id)).status).toBe(200)
  expect(await test.available(ana)).toBe(before)
  await expectConsistent(test.deps)
})

it('charges nothing for the second car when only the crossed first one was left', async () => {
  const { ana, both, before, pair } = await crossed()
  expect((await test.act(ana, both.first, 'cancel')).status).toBe(200)
  await test.runJobs()
  const [, second] = await test.show(ana, both)
  expect(second).toMatchObject({ refundIfCancelledNow: second.price })
  test.clock.set(addMs(pair[1].facts.arrivesAt, 26 * HOUR_MS))
  await test.runJobs()
  expect(await test.available(ana)).toBe(before)
  await expectConsistent(test.deps)
})

it('charges nothing for the other car when the team cancelled one', async () => {
  const { ana, both, pair } = await booked()
  test.clock.set(addMs(pair[0].facts.departsAt, -10 * HOUR_MS))
  const member = await aUser(test.deps)
  const note = async () => {}
  await withdrawByTeam(test.deps, member, { bookingId: both.first.id, note })
  await test.runJobs()
  const [, second] = await test.show(ana, both)
  expect(second).toMatchObject({ refundIfCancelledNow: second.price })
  test.clock.set(addMs(pair[1].facts.arrivesAt, 26 * HOUR_MS))
  await test.runJobs()
  expect(await test.available(ana)).toBe(FUNDS)
  await expectConsistent(test.deps)
})

it('charges nothing for the second car when the moved first one was left a day ahead', async () => {
  const { ana, both, pair } = await booked()
  const { departsAt } = pair[0].facts
  await test.edit(pair[0], { departsAt: addMs(departsAt, -HOUR_MS).toISOString() })
  await test.runJobs()
  test.clock.set(addMs(departsAt, -30 * HOUR_MS))
  expect((await test.act(ana, both.first, 'cancel')).status).toBe(200)
  await test.runJobs()
  test.clock.set(addMs(pair[1].facts.departsAt, -HOUR_MS))
  const [, second] = await test.show(ana, both)
  expect(second).toMatchObject({ refundIfCancelledNow: second.price })
  test.clock.set(addMs(pair[1].facts.arrivesAt, 26 * HOUR_MS))
  await test.runJobs()
  expect(await test.available(ana)).toBe(FUNDS)
  await expectConsistent(test.deps)
})
