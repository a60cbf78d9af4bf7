import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentMode } from '#contract/trips.ts'
import { revenueCommission } from '#server/domains/ledger/ledger.public.ts'
import { changeTrip } from '#server/domains/trip-changes/change-trip.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, FUNDS, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { advanceDue } from './advance-booking.ts'
import { commissionOn } from './booking.ts'

// DESIGN §5, the policy table: every row at its boundary, in both payment modes, with the money of
// passenger, driver and house afterwards.

const DRIVER_FUNDS = 100_000
const QUARTER = 15 * MINUTE_MS
const HALF_HOUR = 30 * MINUTE_MS

let test: BookingsApp
let helper: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
  helper = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

type Seat = { trip: TestTrip; passenger: TestUser; id: string; price: number; pickUp: Date }

/** A confirmed seat from Bogotá, booked now, `aheadMs` before the pick-up. */
async function aSeat(paymentMode: PaymentMode, aheadMs: number): Promise<Seat> {
  test.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, DRIVER_FUNDS)
  const trip = await test.newTrip({
    driver,
    paymentModes: ['billetera', 'directo'],
    departsAt: addMs(TEST_NOW, aheadMs),
  })
  const passenger = await test.aPassenger()
  const { id, price, from } = await test.booked(passenger, trip, { from: BOGOTA, paymentMode })
  return { trip, passenger, id, price, pickUp: new Date(from.at) }
}

/** What Cupo earned by this seat. */
async function revenueOf(seat: Seat): Promise<number> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select coalesce(sum(amount), 0)::int as pesos from ledger_transfers
     where credit_account = $1 and kind in ('transfer', 'post') and cause_id = $2`,
    [revenueCommission, seat.id],
  )
  return rows[0].pesos
}

const noMarks = { late: 0, cancelled: 0, moved: 0, didNotCome: 0, unfoundedNoShow: 0 }

async function marksOf(trip: TestTrip): Promise<Record<string, number>> {
  const { body } = await test.call(helper, 'GET', `/drivers/${trip.driver.userId}/marks`)
  return body
}

/** `charged`: what the driver makes of the fare, before commission; nothing is held any more. */
async function expectSettled(mode: PaymentMode, seat: Seat, charged: number): Promise<void> {
  const paid = mode === 'billetera' ? charged : 0
  const commission = commissionOn(paid, 1_000)
  expect(await test.available(seat.passenger)).toBe(FUNDS - paid)
  expect(await test.available(seat.trip.driver)).toBe(DRIVER_FUNDS + paid - commission)
  expect(await revenueOf(seat)).toBe(commission)
  await expectConsistent(test.deps)
}

/** Nothing has been decided: the fare, or the commission, is still held. */
async function expectHeld(mode: PaymentMode, seat: Seat): Promise<void> {
  const [fare, commission] =
    mode === 'billetera' ? [seat.price, 0] : [0, commissionOn(seat.price, 1_000)]
  expect(await test.available(seat.passenger)).toBe(FUNDS - fare)
  expect(await test.available(seat.trip.driver)).toBe(DRIVER_FUNDS - commission)
  expect(await revenueOf(seat)).toBe(0)
  await expectConsistent(test.deps)
}

const act = (user: TestUser, seat: Seat, verb: string, body = {}) =>
  test.call(user, 'POST', `/bookings/${seat.id}/${verb}`, body)

/** Half, of which the passenger gets the odd peso. */
const half = (pesos: number) => pesos - Math.ceil(pesos / 2)

const modes = ['billetera', 'directo'] as const

async function aClaim(mode: PaymentMode): Promise<Seat> {
  const seat = await aSeat(mode, DAY_MS)
  test.clock.set(addMs(seat.pickUp, QUARTER))
  const answer = await act(seat.trip.driver, seat, 'no-show')
  expect(answer.body.booking).toMatchObject({ status: 'no_show', noShow: { decided: false } })
  return seat
}
const statement = 'Estuve en el punto y el carro no llegó.'

describe.each(modes)('the passenger cancels, in %s', (mode) => {
  it.each([
    ['24 h before', 3 * DAY_MS, -DAY_MS, 'nothing'],
    ['a millisecond under 24 h', 3 * DAY_MS, -DAY_MS + 1, 'half'],
    ['a millisecond before departure', 3 * DAY_MS, -1, 'half'],
    ['30 min after booking', 5 * HOUR_MS, -5 * HOUR_MS + HALF_HOUR, 'nothing'],
    ['a millisecond later', 5 * HOUR_MS, -5 * HOUR_MS + HALF_HOUR + 1, 'half'],
    ['booked 20 min ago, just before departure', 20 * MINUTE_MS, -1, 'nothing'],
  ])('%s', async (_name, ahead, at, costs) => {
    const seat = await aSeat(mode, ahead)
    test.clock.set(addMs(seat.pickUp, at))
    const answer = await act(seat.passenger, seat, 'cancel')
    expect(answer.body.booking.status).toBe('cancelled_by_passenger')
    await expectSettled(mode, seat, costs === 'half' ? half(seat.price) : 0)
    expect(await marksOf(seat.trip)).toEqual(noMarks)
  })

  it.each([
    ['at departure', 0],
    ['30 min later, while the driver may still come', HALF_HOUR],
  ])('%s it is too late', async (_name, at) => {
    const seat = await aSeat(mode, 20 * MINUTE_MS)
    test.clock.set(addMs(seat.pickUp, at))
    expect((await act(seat.passenger, seat, 'cancel')).body.code).toBe('booking_not_cancellable')
    await expectHeld(mode, seat)
  })
})

describe.each(modes)('the driver moves the trip, in %s', (mode) => {
  /** Booked three days ahead, moved step by step, and now an hour before the pick-up. */
  async function aMovedSeat(...steps: number[]): Promise<Seat> {
    const seat = await aSeat(mode, 3 * DAY_MS)
    let { pickUp } = seat
    for (const step of steps) {
      pickUp = addMs(pickUp, step)
      const departsAt = pickUp.toISOString()
      await changeTrip(test.deps, seat.trip.driver.userId, seat.trip.tripId, { departsAt })
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
    const answer = await act(seat.passenger, seat, 'cancel', { expectedRefund })
    expect(answer.body.booking.status).toBe('cancelled_by_passenger')
    await expectSettled(mode, seat, costs === 'half' ? half(seat.price) : 0)
  })

  it('and at the new hour it is too late to leave free', async () => {
    const seat = await aMovedSeat(HOUR_MS)
    test.clock.set(seat.pickUp)
    expect((await act(seat.passenger, seat, 'cancel')).body.code).toBe('booking_not_cancellable')
    await expectHeld(mode, seat)
  })

  it.each([
    ['2 h, a millisecond under a day before it left', [2 * HOUR_MS], -DAY_MS + 1, 1],
    ['2 h, a day before', [2 * HOUR_MS], -DAY_MS, 0],
    ['a millisecond under 2 h', [2 * HOUR_MS - 1], -DAY_MS + 1, 0],
    ['2 h in small steps', [HOUR_MS, 90 * MINUTE_MS, 2 * HOUR_MS], -20 * HOUR_MS, 1],
  ])('which is public: %s', async (_name, steps, at, moved) => {
    const seat = await aSeat(mode, 3 * DAY_MS)
    const { driver, tripId } = seat.trip
    test.clock.set(addMs(seat.pickUp, at))
    for (const step of steps) {
      const departsAt = addMs(seat.pickUp, step).toISOString()
      await changeTrip(test.deps, driver.userId, tripId, { departsAt })
    }
    expect(await marksOf(seat.trip)).toMatchObject({ moved, cancelled: 0 })
    await expectHeld(mode, seat)
  })

  it('which is nobody’s business while nothing was agreed', async () => {
    const seat = await aSeat(mode, 3 * DAY_MS)
    await act(seat.passenger, seat, 'cancel')
    test.clock.set(addMs(seat.pickUp, -DAY_MS + 1))
    const { driver, tripId } = seat.trip
    const departsAt = addMs(seat.pickUp, 3 * HOUR_MS).toISOString()
    await changeTrip(test.deps, driver.userId, tripId, { departsAt })
    expect(await marksOf(seat.trip)).toEqual(noMarks)
  })
})

describe.each(modes)('the driver cancels, in %s', (mode) => {
  it.each([
    ['long before', -2 * DAY_MS],
    ['a millisecond before departure', -1],
    ['at departure', 0],
  ])('%s', async (_name, at) => {
    const seat = await aSeat(mode, 3 * DAY_MS)
    test.clock.set(addMs(seat.pickUp, at))
    const answer = await act(seat.trip.driver, seat, 'cancel')
    expect(answer.body.booking.status).toBe('cancelled_by_driver')
    await act(seat.trip.driver, seat, 'cancel')
    await expectSettled(mode, seat, 0)
    expect(await marksOf(seat.trip)).toEqual({ ...noMarks, cancelled: 1 })
  })

  it('the whole trip, which is one mark however many travel', async () => {
    const seat = await aSeat(mode, 3 * DAY_MS)
    await test.booked(await test.aPassenger(), seat.trip, { paymentMode: mode })
    for (let times = 0; times < 2; times += 1) {
      await test.call(seat.trip.driver, 'POST', `/trips/${seat.trip.tripId}/cancel`)
    }
    await expectSettled(mode, seat, 0)
    expect(await marksOf(seat.trip)).toMatchObject({ cancelled: 1 })
  })
})

describe.each(modes)('the driver is late, in %s', (mode) => {
  it('by more than 30 min: leaving is free and leaves a mark', async () => {
    const seat = await aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, HALF_HOUR + 1))
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(seen.body.booking.can).toMatchObject({ cancel: true, leaveLate: true })
    const expectedRefund = mode === 'billetera' ? seat.price : 0
    const answer = await act(seat.passenger, seat, 'cancel', { expectedRefund })
    expect(answer.body.booking.status).toBe('cancelled_by_passenger')
    await expectSettled(mode, seat, 0)
    expect(await marksOf(seat.trip)).toEqual({ ...noMarks, late: 1 })
  })

  it('is not, once somebody got on at this stop', async () => {
    const seat = await aSeat(mode, DAY_MS)
    const other = await test.aPassenger()
    const { id } = await test.booked(other, seat.trip, { from: BOGOTA })
    test.clock.set(addMs(seat.pickUp, HALF_HOUR + 1))
    await test.call(other, 'POST', `/bookings/${id}/aboard`)
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(seen.body.booking.can).toMatchObject({ cancel: false, leaveLate: false })
    expect((await act(seat.passenger, seat, 'cancel')).body.code).toBe('booking_not_cancellable')
    expect(await marksOf(seat.trip)).toMatchObject({ late: 0 })
  })

  async function arrive({ trip }: Seat, stop: string): Promise<void> {
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/start`)
    const stopId = trip.stop(stop)
    const path = `/trips/${trip.tripId}/arrivals`
    expect((await test.call(trip.driver, 'POST', path, { stopId })).status).toBe(200)
  }

  it.each([
    ['5 min before the pick-up, at its stop', -5 * MINUTE_MS, BOGOTA],
    ['exactly 30 min after it', HALF_HOUR, BOGOTA],
    ['at a stop further on', HALF_HOUR, CALI],
  ])('is not, having recorded the arrival %s', async (_name, at, stop) => {
    const seat = await aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, at))
    await arrive(seat, stop)
    test.clock.set(addMs(seat.pickUp, HALF_HOUR + MINUTE_MS))
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(seen.body.booking.can).toMatchObject({ cancel: false, leaveLate: false, object: true })
    expect(seen.body.booking.objection.arrivalRecordedAt).toBe(addMs(seat.pickUp, at).toISOString())
    expect((await act(seat.passenger, seat, 'cancel')).body.code).toBe('booking_not_cancellable')
    expect(await marksOf(seat.trip)).toEqual(noMarks)
    await expectHeld(mode, seat)
    // The arrival is only the driver's word: a person decides.
    expect((await act(seat.passenger, seat, 'dispute', { statement })).status).toBe(200)
    const queue = await test.call(helper, 'GET', '/admin/disputes?status=open')
    const listed = queue.body.items.find(
      (each: { bookingId: string }) => each.bookingId === seat.id,
    )
    expect(listed.arrivalRecordedAt).toBe(addMs(seat.pickUp, at).toISOString())
  })

  it('is, having recorded the arrival a millisecond later than 30 min', async () => {
    const seat = await aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, HALF_HOUR + 1))
    await arrive(seat, BOGOTA)
    expect((await act(seat.passenger, seat, 'cancel')).status).toBe(200)
    expect(await marksOf(seat.trip)).toEqual({ ...noMarks, late: 1 })
  })
})

describe.each(modes)('the passenger does not come, in %s', (mode) => {
  it('which the driver may say after 15 min, not before', async () => {
    const seat = await aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, QUARTER - 1))
    expect((await act(seat.trip.driver, seat, 'no-show')).body.code).toBe('no_show_too_early')
    test.clock.advance(1)
    expect((await act(seat.passenger, seat, 'no-show')).body.code).toBe('booking_not_found')
    expect((await act(seat.trip.driver, seat, 'no-show')).status).toBe(200)
    expect((await act(seat.trip.driver, seat, 'no-show')).status).toBe(200)
    await expectHeld(mode, seat)
  })

  it('and does not object: after 24 h the fare is the driver’s', async () => {
    const seat = await aClaim(mode)
    test.clock.advance(DAY_MS - 1)
    await test.runJobs()
    await expectHeld(mode, seat)
    test.clock.advance(1)
    const late = await act(seat.passenger, seat, 'dispute', { statement })
    expect(late.body.code).toBe('dispute_closed')
    await test.runJobs()
    await test.runJobs()
    await expectSettled(mode, seat, seat.price)
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
      expect((await act(seat.passenger, seat, 'dispute', { statement })).status).toBe(200)
      test.clock.advance(7 * DAY_MS)
      await test.runJobs()
      await expectHeld(mode, seat)
      const decision = { outcome, note: 'Revisamos los registros del viaje.' }
      const path = `/admin/disputes/${seat.id}/resolve`
      expect((await test.call(helper, 'POST', path, decision)).status).toBe(200)
      await expectSettled(mode, seat, outcome === 'driver' ? seat.price : 0)
      const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
      expect(seen.body.booking).toMatchObject({ status, noShow: { decided: true } })
      expect(await marksOf(seat.trip)).toMatchObject({ unfoundedNoShow: marks })
    },
  )
})

describe.each(modes)('the driver did not come, in %s', (mode) => {
  /** A seat on a journey that nobody registered; `ms` from the moment it would be paid. */
  async function aSilence(ms: number): Promise<Seat> {
    const seat = await aSeat(mode, DAY_MS)
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
    expect(await revenueOf(seat)).toBe(commission)
    await expectConsistent(test.deps)
  }

  it('which the passenger may say after 30 min, not before', async () => {
    const seat = await aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, HALF_HOUR - 1))
    const early = await act(seat.passenger, seat, 'dispute', { statement })
    expect(early.body.code).toBe('dispute_closed')
    test.clock.advance(1)
    expect((await act(seat.trip.driver, seat, 'dispute', { statement })).status).toBe(404)
    for (let times = 0; times < 2; times += 1) {
      const answer = await act(seat.passenger, seat, 'dispute', { statement })
      const objection = { openedAt: test.clock.now().toISOString(), decided: false }
      expect(answer.body.booking).toMatchObject({ status: 'confirmed', objection })
    }
    await expectHeld(mode, seat)
  })

  it('and is not said in time: the journey is paid', async () => {
    const seat = await aSilence(0)
    const late = await act(seat.passenger, seat, 'dispute', { statement })
    expect(late.body.code).toBe('dispute_closed')
    await expectHeld(mode, seat)
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
      expect((await act(seat.passenger, seat, 'dispute', { statement })).status).toBe(200)
      test.clock.advance(7 * DAY_MS)
      await test.runJobs()
      await advanceDue(test.deps)
      await expectHeld(mode, seat)
      const decision = { outcome, note: 'Revisamos los registros del viaje.' }
      const path = `/admin/disputes/${seat.id}/resolve`
      for (let times = 0; times < 2; times += 1) {
        expect((await test.call(helper, 'POST', path, decision)).status).toBe(200)
      }
      if (outcome === 'driver') await expectTravelled(seat)
      else await expectSettled(mode, seat, 0)
      const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
      expect(seen.body.booking).toMatchObject({ status, objection: { decided: true } })
      expect(await marksOf(seat.trip)).toEqual({ ...noMarks, didNotCome })
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
    await expectSettled(mode, { trip, passenger, id, price, pickUp: TEST_NOW }, 0)
  }
})
