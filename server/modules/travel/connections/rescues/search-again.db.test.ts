import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type ConnectionsApp, openConnectionsApp } from '#test/connection-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import type { TestUser } from '#test/factories.ts'
import { listSteps } from '#test/list-factories.ts'
import { aTrip, BOGOTA, CALI, IBAGUE, type TripOptions } from '#test/trip-factories.ts'

let test: ConnectionsApp
let lists: ReturnType<typeof listSteps>
/** Each test has days of its own, so that it finds no trips of others. */
let days = 0

beforeAll(async () => {
  test = await openConnectionsApp()
  lists = listSteps(test)
})

const leaving = (at: Date, hours: number, more: TripOptions = {}) =>
  aTrip(test.deps, { departsAt: addMs(at, hours * HOUR_MS), stops: [BOGOTA, IBAGUE], ...more })

const told = async (who: TestUser) =>
  (await test.messages(who)).filter((kind) => kind.startsWith('rescue'))

/** Ana's driver failed, and the one other car of that day is sold to Berta. */
async function aStranded({ seats = 1 } = {}) {
  days += 4
  const at = addMs(TEST_NOW, days * DAY_MS + 4 * HOUR_MS)
  test.clock.set(TEST_NOW)
  const trip = await leaving(at, 0, { seats: 4 })
  const other = await leaving(at, 1, { seats: 1 })
  const [ana, berta] = [await test.aPassenger(), await test.aPassenger()]
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE, seats })
  const sold = await test.booked(berta, other, { from: BOGOTA, to: IBAGUE })
  test.clock.set(addMs(at, -20 * HOUR_MS))
  await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
  await test.runJobs()
  const rescue = async () =>
    (await test.call(ana, 'GET', `/bookings/${booking.id}/rescue`)).body.rescue
  expect([(await rescue()).status, await told(ana)]).toEqual(['none', ['rescue_none']])
  const bertaCancels = async () => {
    test.clock.advance(MINUTE_MS)
    await test.call(berta, 'POST', `/bookings/${sold.id}/cancel`, {})
    await test.runJobs()
  }
  return { at, ana, booking, other, rescue, bertaCancels }
}

describe('a passenger who found no other car', () => {
  it('is kept a seat, and told, when another passenger gives one back', async () => {
    const { ana, booking, other, rescue, bertaCancels } = await aStranded()
    await bertaCancels()
    const found = await rescue()
    expect([found.status, found.kept?.parts[0].tripId]).toEqual(['offered', other.tripId])
    expect(await told(ana)).toEqual(['rescue_none', 'rescue_offered'])
    const body = { key: crypto.randomUUID(), expectedPrice: found.kept.price }
    const taken = await test.call(ana, 'POST', `/bookings/${booking.id}/rescue/take`, body)
    expect(taken.status).toBe(201)
  })

  it('is kept a freed seat before a list buys it', async () => {
    const { other, rescue, bertaCancels } = await aStranded()
    const waiter = await lists.aWaiter()
    await lists.waits(waiter, other, { to: IBAGUE })
    await bertaCancels()
    expect((await rescue()).kept?.parts[0].tripId).toBe(other.tripId)
    expect(await lists.seatsOf(waiter)).toEqual([])
  })

  it('is kept a seat of a trip that is published later', async () => {
    const { at, ana, rescue } = await aStranded()
    const late = await leaving(at, 2, { seats: 1 })
    await test.runJobs()
    expect((await rescue()).kept?.parts[0].tripId).toBe(late.tripId)
    expect(await told(ana)).toEqual(['rescue_none', 'rescue_offered'])
  })

  it('is not told twice that there is none, when the freed seats are too few', async () => {
    const { ana, rescue, bertaCancels } = await aStranded({ seats: 2 })
    await bertaCancels()
    expect([(await rescue()).status, await told(ana)]).toEqual(['none', ['rescue_none']])
  })

  it('hears nothing once she has another seat at that time', async () => {
    const { at, ana, rescue, bertaCancels } = await aStranded()
    const way = await leaving(at, 1.5, { stops: [BOGOTA, CALI] })
    await test.booked(ana, way, { from: BOGOTA, to: CALI })
    await bertaCancels()
    expect([(await rescue()).status, await told(ana)]).toEqual(['none', ['rescue_none']])
  })

  it('is searched for at seven when a seat is freed at night', async () => {
    const { at, ana, rescue, bertaCancels } = await aStranded()
    // The trip leaves at noon in Bogotá, so this is 22:00 of the evening before.
    test.clock.set(addMs(at, -14 * HOUR_MS))
    await bertaCancels()
    expect([(await rescue()).status, await told(ana)]).toEqual(['none', ['rescue_none']])
    test.clock.advance(9 * HOUR_MS)
    await test.runJobs()
    expect([(await rescue()).status, await told(ana)]).toEqual([
      'offered',
      ['rescue_none', 'rescue_offered'],
    ])
  })
})
