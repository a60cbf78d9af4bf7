import { beforeAll, describe, expect, it } from 'vitest'
import { changeTrip } from '#server/modules/travel/trip-changes/change-trip.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { FUNDS } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { openPolicyApp, type PolicyApp } from '#test/policy-factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, type TestTrip } from '#test/trip-factories.ts'

let test: PolicyApp

beforeAll(async () => {
  test = await openPolicyApp()
})

type Passenger = Awaited<ReturnType<PolicyApp['aPassenger']>>

/** Books a part of the trip and cancels immediately; returns the refund in pesos. */
async function bookAndReturn(passenger: Passenger, trip: TestTrip, seats = 1) {
  const booked = await test.booked(passenger, trip, { from: BOGOTA, seats })
  const { body } = await test.act(passenger, booked, 'cancel')
  return { price: booked.price, refunded: body.booking.refunded, seen: booked }
}

describe('a passenger who returns seats of one trip', () => {
  it('refunds the first two returns of seats fully, and half of the third', async () => {
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 20 * MINUTE_MS) })
    const passenger = await test.aPassenger()
    const first = await bookAndReturn(passenger, trip, 3)
    expect(first.seen.freeReturnsLeft).toBe(2)
    expect(first.refunded).toBe(first.price)
    const second = await bookAndReturn(passenger, trip, 3)
    expect(second.seen.freeReturnsLeft).toBe(1)
    expect(second.refunded).toBe(second.price)
    const third = await bookAndReturn(passenger, trip, 3)
    expect(third.seen).toMatchObject({
      freeReturnsLeft: 0,
      refundIfCancelledNow: Math.ceil(third.price / 2),
    })
    expect(third.refunded).toBe(Math.ceil(third.price / 2))
    const kept = third.price - third.refunded
    expect(await test.available(passenger)).toBe(FUNDS - kept)
    expect(await test.available(trip.driver)).toBeGreaterThan(0)
    await expectConsistent(test.deps)
  })

  it('charges the third return also days ahead and for an unanswered request', async () => {
    const trip = await test.newTrip({ instant: false, departsAt: addMs(TEST_NOW, 6 * DAY_MS) })
    const passenger = await test.aPassenger()
    await bookAndReturn(passenger, trip)
    await bookAndReturn(passenger, trip)
    const third = await bookAndReturn(passenger, trip)
    expect(third.seen.status).toBe('requested')
    expect(third.refunded).toBe(Math.ceil(third.price / 2))
    await expectConsistent(test.deps)
  })

  it('counts free returns of seats per trip and per person', async () => {
    const trip = await test.newTrip()
    const passenger = await test.aPassenger()
    await bookAndReturn(passenger, trip)
    await bookAndReturn(passenger, trip)
    const elsewhere = await bookAndReturn(passenger, await test.newTrip())
    expect(elsewhere.refunded).toBe(elsewhere.price)
    const other = await bookAndReturn(await test.aPassenger(), trip)
    expect(other.refunded).toBe(other.price)
  })

  it('neither counts nor charges returns that the driver caused', async () => {
    const trip = await test.newTrip({ departsAt: addMs(TEST_NOW, 6 * DAY_MS) })
    const passenger = await test.aPassenger()
    const booked = await test.booked(passenger, trip, { from: BOGOTA })
    await test.act(trip.driver, booked, 'cancel')
    await bookAndReturn(passenger, trip)
    await bookAndReturn(passenger, trip)
    const last = await test.booked(passenger, trip, { from: BOGOTA })
    const departsAt = addMs(TEST_NOW, 6 * DAY_MS + HOUR_MS).toISOString()
    await changeTrip(test.deps, trip.driver, { tripId: trip.tripId, departsAt })
    const { body } = await test.act(passenger, last, 'cancel')
    expect(body.booking.refunded).toBe(last.price)
    const seen = await test.booked(passenger, trip, { from: BOGOTA })
    expect(seen.freeReturnsLeft).toBe(0)
  })
})
