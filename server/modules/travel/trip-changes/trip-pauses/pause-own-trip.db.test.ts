import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { expectConsistent } from '#test/race/invariants.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { reviewTrips } from './review-trips.ts'

let test: BookingsApp
let trip: TestTrip
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
})
beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
})

const pause = (as: TestUser = trip.driver) => test.call(as, 'POST', `/trips/${trip.tripId}/pause`)
const resume = (as: TestUser = trip.driver) => test.call(as, 'POST', `/trips/${trip.tripId}/resume`)
const shown = async (to: TestUser) =>
  (await test.call(to, 'GET', `/trips/${trip.tripId}`)).body.trip

async function rows(statement: string, ...values: unknown[]) {
  return (await asOwner(test.deps.databaseUrl, statement, values)).rows
}

async function toldTo(user: TestUser): Promise<string[]> {
  const ask = 'select kind from notifications where user_id = $1 order by created_at, id'
  return (await rows(ask, user.userId)).map(({ kind }) => kind)
}

async function found(): Promise<boolean> {
  const date = bogotaDate(trip.facts.departsAt)
  const path = `/trips/search?from=${BOGOTA}&to=${CALI}&date=${date}`
  const { body } = await test.call(ana, 'GET', path)
  return JSON.stringify(body).includes(trip.tripId)
}

describe('a trip that its driver paused', () => {
  it('hides a paused trip from searches, and tells only its driver of the pause', async () => {
    expect(await found()).toBe(true)
    const { status, body } = await pause()
    expect([status, body.trip.paused]).toEqual([200, 'driver'])
    expect(body.trip.can).toMatchObject({ pause: false, resume: true, cancel: true })
    expect(await found()).toBe(false)
    expect((await test.book(ana, trip)).body).toMatchObject({
      code: 'trip_not_bookable',
      error: 'Por ahora este viaje no recibe reservas.',
    })
    expect(await shown(ana)).toMatchObject({
      paused: null,
      bookingRefusal: 'Por ahora este viaje no recibe reservas.',
      can: { book: false, pause: false, resume: false },
    })
    const mine = (await test.call(trip.driver, 'GET', '/trips/mine')).body.trips
    expect(mine).toMatchObject([{ id: trip.tripId, paused: 'driver' }])
  })

  it('takes bookings again after it was resumed, and both steps are audited once', async () => {
    await pause()
    await pause()
    test.clock.advance(HOUR_MS)
    await resume()
    const { status, body } = await resume()
    expect([status, body.trip.paused]).toEqual([200, null])
    expect(await found()).toBe(true)
    await test.booked(ana, trip)
    const audited = await rows(
      'select action, actor_id from audit_entries where subject_id = $1 order by at, id',
      trip.tripId,
    )
    const { userId: actor_id } = trip.driver
    expect(audited).toEqual([
      { action: 'trip.paused', actor_id },
      { action: 'trip.resumed', actor_id },
    ])
    await expectConsistent(test.deps)
  })

  it('keeps booked seats and the usual refunds, and tells passengers nothing', async () => {
    const { id, price } = await test.booked(ana, trip)
    await test.runJobs()
    const before = await toldTo(ana)
    test.clock.set(addMs(trip.facts.departsAt, -10 * HOUR_MS))
    await pause()
    await reviewTrips(test.deps)
    const { booking } = (await test.call(ana, 'GET', `/bookings/${id}`)).body
    // Within a day of the pick-up half returns: the driver's pause is no reason to leave free.
    expect(booking).toMatchObject({
      status: 'confirmed',
      tripPause: null,
      refundIfCancelledNow: Math.ceil(price / 2),
    })
    expect(await toldTo(ana)).toEqual(before)
    await expectConsistent(test.deps)
  })

  it('lets the driver accept a request that waited', async () => {
    trip = await test.newTrip({ instant: false })
    const request = await test.booked(ana, trip)
    await pause()
    const { status, body } = await test.act(trip.driver, request, 'accept')
    expect([status, body.booking?.status]).toEqual([200, 'confirmed'])
  })

  it('does not resume a trip that its driver paused when documents are reviewed', async () => {
    await test.booked(ana, trip)
    await pause()
    const cover = (until: Date) =>
      rows(
        `update documents set expires_on = $2 where vehicle_id = $1 and kind = 'soat'`,
        trip.driver.vehicleId,
        bogotaDate(until),
      )
    await cover(addMs(trip.facts.arrivesAt, -DAY_MS))
    await reviewTrips(test.deps)
    expect((await shown(trip.driver)).paused).toBe('cupo')
    test.clock.advance(HOUR_MS)
    await cover(addMs(trip.facts.arrivesAt, 30 * DAY_MS))
    await reviewTrips(test.deps)
    expect((await shown(trip.driver)).paused).toBe('driver')
    expect(await found()).toBe(false)
    expect(await toldTo(ana)).toEqual(expect.arrayContaining(['trip_at_risk', 'trip_resumed']))
    expect((await resume()).body.trip.paused).toBe(null)
    expect(await found()).toBe(true)
  })

  it('stays closed when resumed while a document is missing', async () => {
    await pause()
    await rows(
      `update documents set expires_on = $2 where vehicle_id = $1 and kind = 'soat'`,
      trip.driver.vehicleId,
      bogotaDate(addMs(trip.facts.arrivesAt, -DAY_MS)),
    )
    await reviewTrips(test.deps)
    expect((await resume()).body.trip.paused).toBe('cupo')
    expect((await test.book(ana, trip)).body.code).toBe('trip_not_bookable')
  })
})

describe('who pauses what', () => {
  it('does not find the trip of another driver', async () => {
    const other = await aUser(test.deps)
    expect((await pause(other)).body.code).toBe('trip_not_found')
    expect((await resume(other)).body.code).toBe('trip_not_found')
  })

  it('refuses departed and cancelled trips, and opens no sales of theirs', async () => {
    await pause()
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    expect((await resume()).body.code).toBe('trip_not_editable')
    const [seats] = await rows('select open from trip_seats where trip_id = $1', trip.tripId)
    expect(seats.open).toBe(false)
    trip = await test.newTrip()
    test.clock.set(trip.facts.departsAt)
    expect((await pause()).body.code).toBe('trip_not_editable')
  })
})
