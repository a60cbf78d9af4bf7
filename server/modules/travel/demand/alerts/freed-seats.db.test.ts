import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bogotaDate, HOUR_MS } from '#server/platform/clock.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip, type TripOptions } from '#test/trip-factories.ts'

// Alerts for full trips: people who wait are told when a seat becomes free.

let test: BookingsApp
let luis: TestUser
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
})

beforeEach(async () => {
  ;[luis, ana] = [await test.aPassenger(), await test.aPassenger()]
})

/** Creates a trip with one seat that Ana booked; Luis's alert was told of the trip before. */
async function fullTrip(options: TripOptions = {}, body: Body = {}) {
  const trip = await test.newTrip({ seats: 1, ...options })
  await wants(luis, trip, body)
  await test.runJobs()
  const booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  await later()
  return { trip, booking }
}

async function wants(who: TestUser, trip: TestTrip, body: Body = {}): Promise<void> {
  const day = bogotaDate(trip.facts.departsAt)
  const alert = { from: BOGOTA, to: CALI, since: day, until: day, ...body }
  expect((await test.call(who, 'POST', '/alerts', alert)).status).toBe(200)
}

/** Runs the jobs, now and after the hour that separates two messages of an alert. */
async function later(): Promise<void> {
  await test.runRecurring('bookings.advance-due', 'alerts.mail-due')
  test.clock.advance(2 * HOUR_MS)
  await test.runRecurring('bookings.advance-due', 'alerts.mail-due')
}

async function titlesTo(who: TestUser): Promise<string[]> {
  const { body } = await test.call(who, 'GET', '/notifications')
  return body.notifications
    .filter(({ kind }: { kind: string }) => kind === 'trip_alert')
    .map(({ title }: { title: string }) => title)
}

const FREED = 'Se liberó un cupo de Bogotá a Cali'

describe('a freed seat of a full trip', () => {
  it('tells waiting people once of a cancelled seat, but not who cancelled it', async () => {
    const { trip, booking } = await fullTrip()
    await wants(ana, trip)
    expect(await titlesTo(luis)).toEqual(['Hay un viaje de Bogotá a Cali'])
    expect((await test.act(ana, booking, 'cancel')).status).toBe(200)
    await later()
    await later()
    expect(await titlesTo(luis)).toEqual([FREED, 'Hay un viaje de Bogotá a Cali'])
    expect(await titlesTo(ana)).toEqual([])
  })

  it('tells people of a freed seat who created their alert after the trip was full', async () => {
    const { trip, booking } = await fullTrip({}, { from: IBAGUE })
    const rosa = await test.aPassenger()
    await wants(rosa, trip)
    await later()
    expect(await titlesTo(rosa)).toEqual([])
    await test.act(ana, booking, 'cancel')
    await later()
    expect(await titlesTo(rosa)).toEqual([FREED])
  })

  it('tells waiting people of a seat whose request was rejected or expired', async () => {
    for (const end of ['reject', 'expire']) {
      const { trip, booking } = await fullTrip({ instant: false })
      if (end === 'reject') await test.act(trip.driver, booking, 'reject')
      else test.clock.advance(4 * HOUR_MS)
      await later()
      expect([end, (await titlesTo(luis))[0]]).toEqual([end, FREED])
      await test.call(luis, 'POST', '/notifications/read', { all: true })
    }
  })

  it('tells waiting people of a kept seat when the keep ends', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const poor = await test.aPassenger(0)
    const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
    expect((await test.call(poor, 'POST', `/trips/${trip.tripId}/keeps`, stops)).status).toBe(201)
    await wants(luis, trip)
    await later()
    expect(await titlesTo(luis)).toEqual([FREED])
  })

  it('tells waiting people of a seat that the driver added', async () => {
    // The recommended price of a trip with one seat is above the ceiling of one with two seats.
    const { seatPrice } = (await test.newTrip({ seats: 2 })).facts
    const { trip } = await fullTrip()
    await test.edit(trip, { seats: 2, seatPrice })
    await later()
    expect((await titlesTo(luis))[0]).toBe(FREED)
  })

  it('tells waiting people of the legs that a passenger gave up', async () => {
    const { trip, booking } = await fullTrip({}, { to: IBAGUE })
    const rest = { fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI) }
    const { status, body } = await test.act(ana, booking, 'segment', rest)
    expect([status, body.code]).toEqual([200, undefined])
    await later()
    expect((await titlesTo(luis))[0]).toBe('Se liberó un cupo de Bogotá a Ibagué')
  })
})

it('sends no second alert when a seat is freed on a trip that had free seats', async () => {
  const { booking } = await fullTrip({ seats: 3 })
  await test.act(ana, booking, 'cancel')
  await later()
  expect(await titlesTo(luis)).toEqual(['Hay un viaje de Bogotá a Cali'])
})

it('sends no alert for the seats of a cancelled trip', async () => {
  const { trip } = await fullTrip()
  await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
  await later()
  expect(await titlesTo(luis)).toEqual(['Hay un viaje de Bogotá a Cali'])
})
