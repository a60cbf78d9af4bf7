import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bogotaDate, HOUR_MS } from '#server/platform/clock.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip, type TripOptions } from '#test/trip-factories.ts'

// Who waits for a seat of a full trip hears when one comes free.

let test: BookingsApp
let luis: TestUser
let ana: TestUser

beforeAll(async () => {
  test = await openBookingsApp()
})

beforeEach(async () => {
  ;[luis, ana] = [await test.aPassenger(), await test.aPassenger()]
})

/** A trip of one seat, which Luis has an alert for and heard of, and Ana booked. */
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

/** After the hour that lies between two messages of one alert. */
async function later(): Promise<void> {
  await test.runJobs()
  test.clock.advance(2 * HOUR_MS)
  await test.runJobs()
}

async function titlesTo(who: TestUser): Promise<string[]> {
  const { body } = await test.call(who, 'GET', '/notifications')
  return body.notifications
    .filter(({ kind }: { kind: string }) => kind === 'trip_alert')
    .map(({ title }: { title: string }) => title)
}

const FREED = 'Se liberó un cupo de Bogotá a Cali'

// covers: C75
describe('a seat of a full trip', () => {
  it('that was cancelled is told once, and not to who gave it back', async () => {
    const { trip, booking } = await fullTrip()
    await wants(ana, trip)
    expect(await titlesTo(luis)).toEqual(['Hay un viaje de Bogotá a Cali'])
    expect((await test.act(ana, booking, 'cancel')).status).toBe(200)
    await later()
    await later()
    expect(await titlesTo(luis)).toEqual([FREED, 'Hay un viaje de Bogotá a Cali'])
    expect(await titlesTo(ana)).toEqual([])
  })

  it('is told to who looked for it only after it was full', async () => {
    const { trip, booking } = await fullTrip({}, { from: IBAGUE })
    const rosa = await test.aPassenger()
    await wants(rosa, trip)
    await later()
    expect(await titlesTo(rosa)).toEqual([])
    await test.act(ana, booking, 'cancel')
    await later()
    expect(await titlesTo(rosa)).toEqual([FREED])
  })

  it('whose request was rejected, or not answered, is told', async () => {
    for (const end of ['reject', 'expire']) {
      const { trip, booking } = await fullTrip({ instant: false })
      if (end === 'reject') await test.act(trip.driver, booking, 'reject')
      else test.clock.advance(4 * HOUR_MS)
      await later()
      expect([end, (await titlesTo(luis))[0]]).toEqual([end, FREED])
      await test.call(luis, 'POST', '/notifications/read', { all: true })
    }
  })

  it('that was only kept is told when the keep ends', async () => {
    const trip = await test.newTrip({ seats: 1 })
    const poor = await test.aPassenger(0)
    const stops = { fromStopId: trip.stop(BOGOTA), toStopId: trip.stop(CALI) }
    expect((await test.call(poor, 'POST', `/trips/${trip.tripId}/keeps`, stops)).status).toBe(201)
    await wants(luis, trip)
    await later()
    expect(await titlesTo(luis)).toEqual([FREED])
  })

  it('that the driver added is told', async () => {
    // The recommended price of a trip of one seat is over the ceiling of two.
    const { seatPrice } = (await test.newTrip({ seats: 2 })).facts
    const { trip } = await fullTrip()
    await test.edit(trip, { seats: 2, seatPrice })
    await later()
    expect((await titlesTo(luis))[0]).toBe(FREED)
  })

  it('on the legs that a passenger gave up is told', async () => {
    const { trip, booking } = await fullTrip({}, { to: IBAGUE })
    const rest = { fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI) }
    const { status, body } = await test.act(ana, booking, 'segment', rest)
    expect([status, body.code]).toEqual([200, undefined])
    await later()
    expect((await titlesTo(luis))[0]).toBe('Se liberó un cupo de Bogotá a Ibagué')
  })
})

it('a seat of a trip that had others is told to nobody again', async () => {
  const { booking } = await fullTrip({ seats: 3 })
  await test.act(ana, booking, 'cancel')
  await later()
  expect(await titlesTo(luis)).toEqual(['Hay un viaje de Bogotá a Cali'])
})

it('a seat of a cancelled trip is told to nobody', async () => {
  const { trip } = await fullTrip()
  await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
  await later()
  expect(await titlesTo(luis)).toEqual(['Hay un viaje de Bogotá a Cali'])
})
