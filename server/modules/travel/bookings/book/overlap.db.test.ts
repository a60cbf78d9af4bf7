import { beforeAll, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { aTrip, BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
})

const inAWeek = addMs(TEST_NOW, 7 * DAY_MS)

describe('two journeys of one person at the same time', () => {
  it("refuses a passenger's second booking at the same time and names the first one", async () => {
    const ana = await test.aPassenger()
    const first = await test.booked(ana, await test.newTrip({ departsAt: inAWeek }))
    const other = await test.newTrip({ departsAt: addMs(inAWeek, HOUR_MS) })
    const before = await test.available(ana)
    const { status, body } = await test.book(ana, other)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'overlapping_booking',
      error: 'Se cruza con tu reserva Ibagué → Cali.',
      details: { kind: 'booking', id: first.id, route: 'Ibagué → Cali', at: first.from.at },
    })
    expect(await test.available(ana)).toBe(before)
    await test.act(ana, first, 'cancel')
    await test.booked(ana, other)
    await expectConsistent(test.deps)
  })

  it('refuses an overlapping booking in any order, payment mode and as a request', async () => {
    const ana = await test.aPassenger()
    const asked = await test.newTrip({ departsAt: inAWeek, instant: false })
    await test.booked(ana, asked)
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 100_000)
    const direct = await test.newTrip({
      driver,
      departsAt: addMs(inAWeek, -HOUR_MS),
      paymentModes: ['billetera', 'directo'],
    })
    const answer = await test.book(ana, direct, { paymentMode: 'directo' })
    expect(answer.body.code).toBe('overlapping_booking')
  })

  it('refuses bookings that overlap, but accepts one that starts when another ends', async () => {
    const ana = await test.aPassenger()
    const trip = await test.newTrip({ departsAt: inAWeek })
    const first = await test.booked(ana, trip, { from: BOGOTA, to: GIRARDOT })
    const end = new Date(first.to.at)
    const late = await test.newTrip({ departsAt: end })
    const early = await test.newTrip({ departsAt: addMs(end, -1) })
    expect((await test.book(ana, early, { from: BOGOTA })).body.code).toBe('overlapping_booking')
    await test.booked(ana, late, { from: BOGOTA })
  })

  it("refuses a booking during one's own trip and a trip during one's own booking", async () => {
    const ana = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, ana.userId, 500_000)
    const own = await test.newTrip({ driver: ana, departsAt: inAWeek })
    const { body } = await test.book(ana, await test.newTrip({ departsAt: inAWeek }))
    expect(body).toMatchObject({
      code: 'overlapping_booking',
      error: 'Se cruza con el viaje que publicaste Bogotá → Cali.',
      details: { kind: 'trip', id: own.tripId },
    })
    const later = addMs(inAWeek, 3 * DAY_MS)
    await test.booked(ana, await test.newTrip({ departsAt: later }), { from: IBAGUE, to: CALI })
    const publish = aTrip(test.deps, { driver: ana, departsAt: later })
    await expect(publish).rejects.toMatchObject({ code: 'trip_overlaps' })
  })

  it('accepts a booking at the time of a cancelled trip', async () => {
    const ana = await test.aPassenger()
    const gone = await test.newTrip({ departsAt: inAWeek })
    await test.booked(ana, gone)
    await test.call(gone.driver, 'POST', `/trips/${gone.tripId}/cancel`)
    await test.booked(ana, await test.newTrip({ departsAt: inAWeek }))
  })

  it('refuses to keep a seat of a trip that overlaps a booking', async () => {
    const ana = await test.aPassenger(0)
    const trip = await test.newTrip({ departsAt: inAWeek })
    await aFundedWallet(test.deps, ana.userId, 100_000)
    const { price } = await test.booked(ana, trip)
    const dear = await test.newTrip({ departsAt: inAWeek })
    const stops = { fromStopId: dear.stop(BOGOTA), toStopId: dear.stop(CALI), seats: 3 }
    expect(price).toBeGreaterThan(0)
    const kept = await test.call(ana, 'POST', `/trips/${dear.tripId}/keeps`, stops)
    expect(kept.body.code).toBe('overlapping_booking')
  })
})

describe('returns of seats paid in directo', () => {
  it('accepts only wallet payment for a trip whose seats were returned twice', async () => {
    const ana = await test.aPassenger()
    const driver = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, driver.userId, 100_000)
    const trip = await test.newTrip({ driver, paymentModes: ['billetera', 'directo'] })
    const terms = async () =>
      (await test.call(ana, 'GET', `/trips/${trip.tripId}/booking-terms`)).body
    expect(await terms()).toEqual({ freeReturnsLeft: 2 })
    for (let n = 0; n < 2; n += 1) {
      const booked = await test.booked(ana, trip, { paymentMode: 'directo' })
      await test.act(ana, booked, 'cancel')
    }
    expect(await terms()).toEqual({ freeReturnsLeft: 0 })
    const third = await test.book(ana, trip, { paymentMode: 'directo' })
    expect(third.body.code).toBe('returns_limit')
    await test.booked(ana, trip)
  })
})
