import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { modes, noMarks, openPolicyApp, type PolicyApp, type Seat } from '#test/policy-factories.ts'
import { BOGOTA } from '#test/trip-factories.ts'

const HALF_HOUR = 30 * MINUTE_MS
const statement = 'Estuve en el punto y el carro no llegó.'

let test: PolicyApp

beforeAll(async () => {
  test = await openPolicyApp()
})

describe.each(modes)('a late driver, with payment in %s', (mode) => {
  it('lets passengers leave a driver over 30 min late at no cost, with a mark', async () => {
    const seat = await test.aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, HALF_HOUR + 1))
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(seen.body.booking.can).toMatchObject({ cancel: true, leaveLate: true })
    const expectedRefund = mode === 'billetera' ? seat.price : 0
    const answer = await test.act(seat.passenger, seat, 'cancel', { expectedRefund })
    expect(answer.body.booking.status).toBe('cancelled_by_passenger')
    expect(answer.body.booking.leftBecause).toBe('driver_late')
    const left = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(left.body.booking.leftBecause).toBe('driver_late')
    await test.expectSettled(mode, seat, 0)
    expect(await test.marksOf(seat.trip)).toEqual({ ...noMarks, late: 1 })
  })

  it('does not count the driver as late once another passenger boarded at the stop', async () => {
    const seat = await test.aSeat(mode, DAY_MS)
    const other = await test.aPassenger()
    const theirs = await test.booked(other, seat.trip, { from: BOGOTA })
    test.clock.set(addMs(seat.pickUp, HALF_HOUR + 1))
    await test.board(seat.trip.driver, theirs)
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(seen.body.booking.can).toMatchObject({ cancel: false, leaveLate: false })
    expect((await test.act(seat.passenger, seat, 'cancel')).body.code).toBe(
      'booking_not_cancellable',
    )
    expect(await test.marksOf(seat.trip)).toMatchObject({ late: 0 })
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
  ])('does not count the driver as late who recorded the arrival %s', async (_name, at, stop) => {
    const seat = await test.aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, at))
    await arrive(seat, stop)
    test.clock.set(addMs(seat.pickUp, HALF_HOUR + MINUTE_MS))
    const seen = await test.call(seat.passenger, 'GET', `/bookings/${seat.id}`)
    expect(seen.body.booking.can).toMatchObject({ cancel: false, leaveLate: false, object: true })
    expect(seen.body.booking.objection.arrivalRecordedAt).toBe(addMs(seat.pickUp, at).toISOString())
    expect((await test.act(seat.passenger, seat, 'cancel')).body.code).toBe(
      'booking_not_cancellable',
    )
    expect(await test.marksOf(seat.trip)).toEqual(noMarks)
    await test.expectHeld(mode, seat)
    // The recorded arrival is only the driver's statement, so a person decides.
    expect((await test.act(seat.passenger, seat, 'dispute', { statement })).status).toBe(200)
    const queue = await test.call(test.helper, 'GET', '/admin/disputes?status=open')
    const listed = queue.body.items.find(
      (each: { bookingId: string }) => each.bookingId === seat.id,
    )
    expect(listed.arrivalRecordedAt).toBe(addMs(seat.pickUp, at).toISOString())
  })

  it('counts as late when the arrival is recorded 30 min and 1 ms after the pick-up', async () => {
    const seat = await test.aSeat(mode, DAY_MS)
    test.clock.set(addMs(seat.pickUp, HALF_HOUR + 1))
    await arrive(seat, BOGOTA)
    expect((await test.act(seat.passenger, seat, 'cancel')).status).toBe(200)
    expect(await test.marksOf(seat.trip)).toEqual({ ...noMarks, late: 1 })
  })
})
