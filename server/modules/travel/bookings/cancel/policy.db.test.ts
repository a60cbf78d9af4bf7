import { beforeAll, describe, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { changeTrip } from '#server/modules/travel/trip-changes/change-trip.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { FUNDS } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver } from '#test/factories.ts'
import {
  DRIVER_FUNDS,
  modes,
  noMarks,
  openPolicyApp,
  type PolicyApp,
  type Seat,
} from '#test/policy-factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA } from '#test/trip-factories.ts'
import { advanceDue } from '../settle/advance-booking.ts'

// Tests the table of docs/product.md: every row at its boundary in both payment modes, with the
// resulting money of passenger, driver and house.

const QUARTER = 15 * MINUTE_MS
const HALF_HOUR = 30 * MINUTE_MS

let test: PolicyApp

beforeAll(async () => {
  test = await openPolicyApp()
})

/** Half of the fare that is kept; the passenger gets the odd peso. */
const half = (pesos: number) => pesos - Math.ceil(pesos / 2)

async function aClaim(mode: PaymentMode): Promise<Seat> {
  const seat = await test.aSeat(mode, DAY_MS)
  test.clock.set(addMs(seat.pickUp, QUARTER))
  const answer = await test.act(seat.trip.driver, seat, 'no-show')
  expect(answer.body.booking).toMatchObject({ status: 'no_show', noShow: { decided: false } })
  return seat
}
const statement = 'Estuve en el punto y el carro no llegó.'

describe.each(modes)('refund when the passenger cancels, with payment in %s', (mode) => {
  it.each([
    ['24 h before', 3 * DAY_MS, -DAY_MS, 'nothing'],
    ['a millisecond under 24 h', 3 * DAY_MS, -DAY_MS + 1, 'half'],
    ['a millisecond before departure', 3 * DAY_MS, -1, 'half'],
    ['30 min after booking', 5 * HOUR_MS, -5 * HOUR_MS + HALF_HOUR, 'nothing'],
    ['a millisecond later', 5 * HOUR_MS, -5 * HOUR_MS + HALF_HOUR + 1, 'half'],
    ['booked 20 min ago, just before departure', 20 * MINUTE_MS, -1, 'nothing'],
  ])('settles a cancellation by the passenger %s', async (_name, ahead, at, costs) => {
    const seat = await test.aSeat(mode, ahead)
    test.clock.set(addMs(seat.pickUp, at))
    const answer = await test.act(seat.passenger, seat, 'cancel')
    expect(answer.body.booking.status).toBe('cancelled_by_passenger')
    await test.expectSettled(mode, seat, costs === 'half' ? half(seat.price) : 0)
    expect(await test.marksOf(seat.trip)).toEqual(noMarks)
  })

  it.each([
    ['at departure', 0],
    ['30 min later, while the driver may still come', HALF_HOUR],
  ])('refuses a cancellation by the passenger %s', async (_name, at) => {
    const seat = await test.aSeat(mode, 20 * MINUTE_MS)
    test.clock.set(addMs(seat.pickUp, at))
    expect((await test.act(seat.passenger, seat, 'cancel')).body.code).toBe(
      'booking_not_cancellable',
    )
    await test.expectHeld(mode, seat)
  })
})

describe.each(modes)('refund after the driver moved the trip, with payment in %s', (mode) => {
  /**
   * Books three days ahead, moves the trip step by step, and returns the seat with its new pick-up.
   */
  async function aMovedSeat(...steps: number[]): Promise<Seat> {
    const seat = await test.aSeat(mode, 3 * DAY_MS)
    let { pickUp } = seat
    for (const step of steps) {
      pickUp = addMs(pickUp, step)
      const departsAt = pickUp.toISOString()
      await changeTrip(test.deps, seat.trip.driver, { tripId: seat.trip.tripId, departsAt })
    }
    return { ...seat, pickUp }
  }
  it.each([
    ['15 min later', [QUARTER], -1, 'nothing'],
    ['15 min earlier', [-QUARTER], -1, 'nothing'],
    ['a millisecond under 15 min', [QUARTER - 1], -1, 'half'],
    ['7 and 8 min, both small', [7 * MINUTE_MS, 8 * MINUTE_MS], -1, 'nothing'],
    ['away and back again', [HOUR_MS, -HOUR_MS], -1, 'nothing'],
    ['a little, and cancelled a day ahead', [MINUTE_MS], -DAY_MS, 'nothing'],
    ['a little, and cancelled a millisecond later', [MINUTE_MS], -DAY_MS + 1, 'half'],
  ])('settles a cancellation after a move: %s', async (_name, steps, at, costs) => {
    const seat = await aMovedSeat(...steps)
    test.clock.set(addMs(seat.pickUp, at))
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    const free = mode === 'directo' ? 0 : seat.price
    const expectedRefund = costs === 'nothing' ? free : Math.ceil(free / 2)
    expect(seen.body.booking.refundIfCancelledNow).toBe(expectedRefund)
    const answer = await test.act(seat.passenger, seat, 'cancel', { expectedRefund })
    expect(answer.body.booking.status).toBe('cancelled_by_passenger')
    await test.expectSettled(mode, seat, costs === 'half' ? half(seat.price) : 0)
  })

  it('refuses a free cancellation from the new departure time of a moved trip', async () => {
    const seat = await aMovedSeat(HOUR_MS)
    test.clock.set(seat.pickUp)
    expect((await test.act(seat.passenger, seat, 'cancel')).body.code).toBe(
      'booking_not_cancellable',
    )
    await test.expectHeld(mode, seat)
  })

  it.each([
    ['2 h, a millisecond under a day before it left', [2 * HOUR_MS], -DAY_MS + 1, 1],
    ['2 h, a day before', [2 * HOUR_MS], -DAY_MS, 0],
    ['a millisecond under 2 h', [2 * HOUR_MS - 1], -DAY_MS + 1, 0],
    ['2 h in small steps', [HOUR_MS, 90 * MINUTE_MS, 2 * HOUR_MS], -20 * HOUR_MS, 1],
  ])('marks the driver for moving a trip, or not: %s', async (_name, steps, at, moved) => {
    const seat = await test.aSeat(mode, 3 * DAY_MS)
    const { driver, tripId } = seat.trip
    test.clock.set(addMs(seat.pickUp, at))
    for (const step of steps) {
      const departsAt = addMs(seat.pickUp, step).toISOString()
      await changeTrip(test.deps, driver, { tripId, departsAt })
    }
    expect(await test.marksOf(seat.trip)).toMatchObject({ moved, cancelled: 0 })
    await test.expectHeld(mode, seat)
  })

  it('leaves no mark for moving a trip without a confirmed booking', async () => {
    const seat = await test.aSeat(mode, 3 * DAY_MS)
    await test.act(seat.passenger, seat, 'cancel')
    test.clock.set(addMs(seat.pickUp, -DAY_MS + 1))
    const { driver, tripId } = seat.trip
    const departsAt = addMs(seat.pickUp, 3 * HOUR_MS).toISOString()
    await changeTrip(test.deps, driver, { tripId, departsAt })
    expect(await test.marksOf(seat.trip)).toEqual(noMarks)
  })
})

describe.each(modes)('refund when the driver cancels, with payment in %s', (mode) => {
  it.each([
    ['long before', -2 * DAY_MS],
    ['a millisecond before departure', -1],
    ['at departure', 0],
  ])('refunds all when the driver cancels %s', async (_name, at) => {
    const seat = await test.aSeat(mode, 3 * DAY_MS)
    test.clock.set(addMs(seat.pickUp, at))
    const answer = await test.act(seat.trip.driver, seat, 'cancel')
    expect(answer.body.booking.status).toBe('cancelled_by_driver')
    await test.act(seat.trip.driver, seat, 'cancel')
    await test.expectSettled(mode, seat, 0)
    expect(await test.marksOf(seat.trip)).toEqual({ ...noMarks, cancelled: 1 })
  })

  it('gives the driver one mark for cancelling a whole trip with several passengers', async () => {
    const seat = await test.aSeat(mode, 3 * DAY_MS)
    await test.booked(await test.aPassenger(), seat.trip, { paymentMode: mode })
    for (let times = 0; times < 2; times += 1) {
      await test.call(seat.trip.driver, 'POST', `/trips/${seat.trip.tripId}/cancel`)
    }
    await test.expectSettled(mode, seat, 0)
    expect(await test.marksOf(seat.trip)).toMatchObject({ cancelled: 1 })
  })
})

describe.each(modes)('a passenger who does not come, with payment in %s', (mode) => {
  it('lets the driver claim a no-show from 15 min after the pick-up, not before', async () => {
    const seat = await test.aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, QUARTER - 1))
    expect((await test.act(seat.trip.driver, seat, 'no-show')).body.code).toBe('no_show_too_early')
    test.clock.advance(1)
    expect((await test.act(seat.passenger, seat, 'no-show')).body.code).toBe('booking_not_found')
    expect((await test.act(seat.trip.driver, seat, 'no-show')).status).toBe(200)
    expect((await test.act(seat.trip.driver, seat, 'no-show')).status).toBe(200)
    await test.expectHeld(mode, seat)
  })

  it('counts the wait for a passenger from the arrival of a driver who came late', async () => {
    const seat = await test.aSeat(mode, DAY_MS)
    const { driver, tripId } = seat.trip
    test.clock.set(addMs(seat.pickUp, QUARTER))
    await test.call(driver, 'POST', `/trips/${tripId}/start`, {})
    const here = { stopId: seat.trip.stop(BOGOTA) }
    expect((await test.call(driver, 'POST', `/trips/${tripId}/arrivals`, here)).status).toBe(200)
    test.clock.advance(QUARTER - 1)
    expect((await test.act(driver, seat, 'no-show')).body.code).toBe('no_show_too_early')
    test.clock.advance(1)
    expect((await test.act(driver, seat, 'no-show')).status).toBe(200)
  })

  it('gives the driver the fare 24 h after an undisputed no-show', async () => {
    const seat = await aClaim(mode)
    test.clock.advance(DAY_MS - 1)
    await test.runRecurring('bookings.advance-due')
    await test.expectHeld(mode, seat)
    test.clock.advance(1)
    const late = await test.act(seat.passenger, seat, 'dispute', { statement })
    expect(late.body.code).toBe('dispute_closed')
    await test.runRecurring('bookings.advance-due')
    await test.runRecurring('bookings.advance-due')
    await test.expectSettled(mode, seat, seat.price)
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(seen.body.booking).toMatchObject({ status: 'no_show', noShow: { decided: true } })
  })

  it.each([
    ['passenger', 'cancelled_by_driver', 1],
    ['driver', 'no_show', 0],
  ] as const)(
    'settles a no-show disputed in time when the team decides for the %s',
    async (outcome, status, marks) => {
      const seat = await aClaim(mode)
      test.clock.advance(DAY_MS - 1)
      expect((await test.act(seat.passenger, seat, 'dispute', { statement })).status).toBe(200)
      test.clock.advance(7 * DAY_MS)
      await test.runRecurring('bookings.advance-due')
      await test.expectHeld(mode, seat)
      const decision = { outcome, note: 'Revisamos los registros del viaje.' }
      const path = `/admin/disputes/${seat.id}/resolve`
      expect((await test.call(test.helper, 'POST', path, decision)).status).toBe(200)
      await test.expectSettled(mode, seat, outcome === 'driver' ? seat.price : 0)
      const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
      expect(seen.body.booking).toMatchObject({ status, noShow: { decided: true } })
      expect(await test.marksOf(seat.trip)).toMatchObject({ unfoundedNoShow: marks })
    },
  )
})

describe.each(modes)('a driver who did not come, with payment in %s', (mode) => {
  /**
   * A seat on a journey that nobody recorded, `ms` after the time when it is paid automatically.
   */
  async function aSilence(ms: number): Promise<Seat> {
    const seat = await test.aSeat(mode, DAY_MS)
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    test.clock.set(addMs(new Date(seen.body.booking.to.at), DAY_MS + ms))
    return seat
  }

  /** Expects a journey as travelled: the driver has the fare, and Cupo its commission. */
  async function expectTravelled(seat: Seat): Promise<void> {
    const commission = commissionOn(seat.price, 1_000)
    const paid = mode === 'billetera' ? seat.price : 0
    expect(await test.available(seat.passenger)).toBe(FUNDS - paid)
    expect(await test.available(seat.trip.driver)).toBe(DRIVER_FUNDS + paid - commission)
    expect(await test.revenueOf(seat)).toBe(commission)
    await expectConsistent(test.deps)
  }

  it('lets the passenger report an absent driver from 30 min after the pick-up', async () => {
    const seat = await test.aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, HALF_HOUR - 1))
    const early = await test.act(seat.passenger, seat, 'dispute', { statement })
    expect(early.body.code).toBe('dispute_closed')
    test.clock.advance(1)
    expect((await test.act(seat.trip.driver, seat, 'dispute', { statement })).status).toBe(404)
    for (let times = 0; times < 2; times += 1) {
      const answer = await test.act(seat.passenger, seat, 'dispute', { statement })
      const objection = { openedAt: test.clock.now().toISOString(), decided: false }
      expect(answer.body.booking).toMatchObject({ status: 'confirmed', objection })
    }
    await test.expectHeld(mode, seat)
  })

  it('pays the journey when the passenger does not report an absent driver in time', async () => {
    const seat = await aSilence(0)
    const late = await test.act(seat.passenger, seat, 'dispute', { statement })
    expect(late.body.code).toBe('dispute_closed')
    await test.expectHeld(mode, seat)
    await test.runRecurring('bookings.advance-due')
    await expectTravelled(seat)
  })

  it.each([
    ['passenger', 'cancelled_by_driver', 1],
    ['driver', 'completed', 0],
  ] as const)(
    'settles a report of an absent driver made in time when the team decides for the %s',
    async (outcome, status, didNotCome) => {
      const seat = await aSilence(-1)
      expect((await test.act(seat.passenger, seat, 'dispute', { statement })).status).toBe(200)
      test.clock.advance(7 * DAY_MS)
      await test.runRecurring('bookings.advance-due')
      await advanceDue(test.deps)
      await test.expectHeld(mode, seat)
      const decision = { outcome, note: 'Revisamos los registros del viaje.' }
      const path = `/admin/disputes/${seat.id}/resolve`
      for (let times = 0; times < 2; times += 1) {
        expect((await test.call(test.helper, 'POST', path, decision)).status).toBe(200)
      }
      if (outcome === 'driver') await expectTravelled(seat)
      else await test.expectSettled(mode, seat, 0)
      const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
      expect(seen.body.booking).toMatchObject({ status, objection: { decided: true } })
      expect(await test.marksOf(seat.trip)).toEqual({ ...noMarks, didNotCome })
    },
  )
})

it.each(modes)('refunds everything when the driver rejects a request, in %s', async (mode) => {
  test.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, DRIVER_FUNDS)
  for (const at of [3 * HOUR_MS - 1, 3 * HOUR_MS]) {
    const trip = await test.newTrip({
      driver,
      instant: false,
      paymentModes: ['billetera', 'directo'],
      departsAt: addMs(TEST_NOW, at === 3 * HOUR_MS ? 3 * DAY_MS : 6 * DAY_MS),
    })
    const passenger = await test.aPassenger()
    const { id, price } = await test.booked(passenger, trip, { paymentMode: mode })
    test.clock.advance(at)
    const rejected = await test.call(driver, 'POST', `/bookings/${id}/reject`)
    expect(rejected.body.booking.status).toBe('rejected')
    await test.expectSettled(mode, { trip, passenger, id, price, pickUp: TEST_NOW }, 0)
  }
})
