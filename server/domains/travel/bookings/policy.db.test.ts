import { beforeAll, describe, expect, it } from 'vitest'
import { commissionOn } from '#contract/commission.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { changeTrip } from '#server/domains/travel/trip-changes/change-trip.ts'
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
import { advanceDue } from './advance-booking.ts'

// The table of docs/product.md: every row at its boundary, in both payment modes, with the money of
// passenger, driver and house afterwards.

const QUARTER = 15 * MINUTE_MS
const HALF_HOUR = 30 * MINUTE_MS

let test: PolicyApp

beforeAll(async () => {
  test = await openPolicyApp()
})

/** Half, of which the passenger gets the odd peso. */
const half = (pesos: number) => pesos - Math.ceil(pesos / 2)

async function aClaim(mode: PaymentMode): Promise<Seat> {
  const seat = await test.aSeat(mode, DAY_MS)
  test.clock.set(addMs(seat.pickUp, QUARTER))
  const answer = await test.act(seat.trip.driver, seat, 'no-show')
  expect(answer.body.booking).toMatchObject({ status: 'no_show', noShow: { decided: false } })
  return seat
}
const statement = 'Estuve en el punto y el carro no llegó.'

// covers: C55
describe.each(modes)('the passenger cancels, in %s', (mode) => {
  it.each([
    ['24 h before', 3 * DAY_MS, -DAY_MS, 'nothing'],
    ['a millisecond under 24 h', 3 * DAY_MS, -DAY_MS + 1, 'half'],
    ['a millisecond before departure', 3 * DAY_MS, -1, 'half'],
    ['30 min after booking', 5 * HOUR_MS, -5 * HOUR_MS + HALF_HOUR, 'nothing'],
    ['a millisecond later', 5 * HOUR_MS, -5 * HOUR_MS + HALF_HOUR + 1, 'half'],
    ['booked 20 min ago, just before departure', 20 * MINUTE_MS, -1, 'nothing'],
  ])('%s', async (_name, ahead, at, costs) => {
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
  ])('%s it is too late', async (_name, at) => {
    const seat = await test.aSeat(mode, 20 * MINUTE_MS)
    test.clock.set(addMs(seat.pickUp, at))
    expect((await test.act(seat.passenger, seat, 'cancel')).body.code).toBe(
      'booking_not_cancellable',
    )
    await test.expectHeld(mode, seat)
  })
})

// covers: C51
describe.each(modes)('the driver moves the trip, in %s', (mode) => {
  /** Booked three days ahead, moved step by step, and now an hour before the pick-up. */
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
  ])('%s', async (_name, steps, at, costs) => {
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

  it('and at the new hour it is too late to leave free', async () => {
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
  ])('which is public: %s', async (_name, steps, at, moved) => {
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

  it('which is nobody’s business while nothing was agreed', async () => {
    const seat = await test.aSeat(mode, 3 * DAY_MS)
    await test.act(seat.passenger, seat, 'cancel')
    test.clock.set(addMs(seat.pickUp, -DAY_MS + 1))
    const { driver, tripId } = seat.trip
    const departsAt = addMs(seat.pickUp, 3 * HOUR_MS).toISOString()
    await changeTrip(test.deps, driver, { tripId, departsAt })
    expect(await test.marksOf(seat.trip)).toEqual(noMarks)
  })
})

// covers: C55
describe.each(modes)('the driver cancels, in %s', (mode) => {
  it.each([
    ['long before', -2 * DAY_MS],
    ['a millisecond before departure', -1],
    ['at departure', 0],
  ])('%s', async (_name, at) => {
    const seat = await test.aSeat(mode, 3 * DAY_MS)
    test.clock.set(addMs(seat.pickUp, at))
    const answer = await test.act(seat.trip.driver, seat, 'cancel')
    expect(answer.body.booking.status).toBe('cancelled_by_driver')
    await test.act(seat.trip.driver, seat, 'cancel')
    await test.expectSettled(mode, seat, 0)
    expect(await test.marksOf(seat.trip)).toEqual({ ...noMarks, cancelled: 1 })
  })

  it('the whole trip, which is one mark however many travel', async () => {
    const seat = await test.aSeat(mode, 3 * DAY_MS)
    await test.booked(await test.aPassenger(), seat.trip, { paymentMode: mode })
    for (let times = 0; times < 2; times += 1) {
      await test.call(seat.trip.driver, 'POST', `/trips/${seat.trip.tripId}/cancel`)
    }
    await test.expectSettled(mode, seat, 0)
    expect(await test.marksOf(seat.trip)).toMatchObject({ cancelled: 1 })
  })
})

// covers: C56
describe.each(modes)('the passenger does not come, in %s', (mode) => {
  it('which the driver may say after 15 min, not before', async () => {
    const seat = await test.aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, QUARTER - 1))
    expect((await test.act(seat.trip.driver, seat, 'no-show')).body.code).toBe('no_show_too_early')
    test.clock.advance(1)
    expect((await test.act(seat.passenger, seat, 'no-show')).body.code).toBe('booking_not_found')
    expect((await test.act(seat.trip.driver, seat, 'no-show')).status).toBe(200)
    expect((await test.act(seat.trip.driver, seat, 'no-show')).status).toBe(200)
    await test.expectHeld(mode, seat)
  })

  it('and does not object: after 24 h the fare is the driver’s', async () => {
    const seat = await aClaim(mode)
    test.clock.advance(DAY_MS - 1)
    await test.runJobs()
    await test.expectHeld(mode, seat)
    test.clock.advance(1)
    const late = await test.act(seat.passenger, seat, 'dispute', { statement })
    expect(late.body.code).toBe('dispute_closed')
    await test.runJobs()
    await test.runJobs()
    await test.expectSettled(mode, seat, seat.price)
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(seen.body.booking).toMatchObject({ status: 'no_show', noShow: { decided: true } })
  })

  it.each([
    ['passenger', 'cancelled_by_driver', 1],
    ['driver', 'no_show', 0],
  ] as const)(
    'objects in time, and a person decides for the %s',
    async (outcome, status, marks) => {
      const seat = await aClaim(mode)
      test.clock.advance(DAY_MS - 1)
      expect((await test.act(seat.passenger, seat, 'dispute', { statement })).status).toBe(200)
      test.clock.advance(7 * DAY_MS)
      await test.runJobs()
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

// covers: C58
describe.each(modes)('the driver did not come, in %s', (mode) => {
  /** A seat on a journey that nobody registered; `ms` from the moment it would be paid. */
  async function aSilence(ms: number): Promise<Seat> {
    const seat = await test.aSeat(mode, DAY_MS)
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    test.clock.set(addMs(new Date(seen.body.booking.to.at), DAY_MS + ms))
    return seat
  }

  /** The journey took place: the fare is the driver's, and Cupo has its commission. */
  async function expectTravelled(seat: Seat): Promise<void> {
    const commission = commissionOn(seat.price, 1_000)
    const paid = mode === 'billetera' ? seat.price : 0
    expect(await test.available(seat.passenger)).toBe(FUNDS - paid)
    expect(await test.available(seat.trip.driver)).toBe(DRIVER_FUNDS + paid - commission)
    expect(await test.revenueOf(seat)).toBe(commission)
    await expectConsistent(test.deps)
  }

  it('which the passenger may say after 30 min, not before', async () => {
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

  it('and is not said in time: the journey is paid', async () => {
    const seat = await aSilence(0)
    const late = await test.act(seat.passenger, seat, 'dispute', { statement })
    expect(late.body.code).toBe('dispute_closed')
    await test.expectHeld(mode, seat)
    await test.runJobs()
    await expectTravelled(seat)
  })

  it.each([
    ['passenger', 'cancelled_by_driver', 1],
    ['driver', 'completed', 0],
  ] as const)(
    'is said in time, and a person decides for the %s',
    async (outcome, status, didNotCome) => {
      const seat = await aSilence(-1)
      expect((await test.act(seat.passenger, seat, 'dispute', { statement })).status).toBe(200)
      test.clock.advance(7 * DAY_MS)
      await test.runJobs()
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

it.each(modes)('a request that the driver refuses costs nothing, in %s', async (mode) => {
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
