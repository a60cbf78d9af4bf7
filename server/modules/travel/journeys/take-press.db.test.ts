import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

// Presses of the driver that a phone kept without a network, and their time.

let test: BookingsApp
let trip: TestTrip
let ana: TestUser
let booking: { id: string }
/** Signature of the run sheet that the phone read two hours before departure. */
let timeProof: string

beforeAll(async () => {
  test = await openBookingsApp()
})

// Ana travels from Bogotá to Ibagué.
beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  booking = await test.booked(ana, trip, { from: BOGOTA, to: IBAGUE })
  clockTo(-120)
  const { body } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/run-sheet`)
  timeProof = body.sheet.timeProof
})

const minute = (minutes: number) => addMs(trip.facts.departsAt, minutes * MINUTE_MS)

/** Sets the server's clock, in minutes after departure. */
function clockTo(minutes: number): void {
  test.clock.set(minute(minutes))
}

/** A press that the phone made at this minute after departure. */
function pressedAt(minutes: number, over: Body = {}) {
  return { id: newId(), at: minute(minutes).toISOString(), timeProof, ...over }
}

async function drive(action: string, body: Body, who = trip.driver) {
  const answer = await test.call(who, 'POST', `/trips/${trip.tripId}/${action}`, body)
  return { status: answer.status, code: answer.body.code, sheet: answer.body.sheet }
}

const start = (press: Body) => drive('start', { press })
const arrive = (placeId: string, press: Body) =>
  drive('arrivals', { stopId: trip.stop(placeId), press })
const finish = (press: Body) => drive('finish', { press })

async function mailsSent(): Promise<number> {
  const sql = `select count(*)::int as n from jobs where name = 'notifications.mail'`
  return (await asOwner(test.deps.databaseUrl, sql, [])).rows[0].n
}

describe('presses that waited for a network', () => {
  it('records a whole drive in its order with the times of the phone', async () => {
    clockTo(700)
    await start(pressedAt(-5))
    await arrive(BOGOTA, pressedAt(1))
    await arrive(CALI, pressedAt(600))
    const { status, sheet } = await finish(pressedAt(610))
    expect([status, sheet.state]).toEqual([200, 'finished'])
    expect([sheet.startedAt, sheet.stops[0].arrivedAt, sheet.finishedAt]).toEqual(
      [-5, 1, 610].map((minutes) => minute(minutes).toISOString()),
    )
  })

  it('records a press once, and not again after its arrival was undone', async () => {
    clockTo(0)
    const first = pressedAt(0)
    await start(first)
    clockTo(1)
    expect((await start(first)).sheet.startedAt).toBe(minute(0).toISOString())
    const arrival = pressedAt(1)
    const three = [1, 2, 3].map(() => arrive(BOGOTA, arrival))
    expect((await Promise.all(three)).map(({ status }) => status)).toEqual([200, 200, 200])
    await drive('arrivals/undo', { stopId: trip.stop(BOGOTA) })
    const again = await arrive(BOGOTA, arrival)
    expect([again.status, again.sheet.stops[0].arrivedAt]).toEqual([200, null])
    expect((await arrive(BOGOTA, pressedAt(1))).sheet.stops[0].arrivedAt).not.toBeNull()
  })

  it('refuses an id that belongs to another press, and records nothing', async () => {
    clockTo(0)
    const first = pressedAt(0)
    await start(first)
    const { status, code } = await arrive(BOGOTA, first)
    expect([status, code]).toEqual([422, 'idempotency_mismatch'])
    const { body } = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/run-sheet`)
    expect(body.sheet.stops[0].arrivedAt).toBeNull()
    const foreign = await test.newTrip()
    const other = await test.call(foreign.driver, 'POST', `/trips/${foreign.tripId}/start`, {
      press: first,
    })
    expect(other.body.code).toBe('idempotency_mismatch')
  })

  it('refuses late presses of a trip that was cancelled meanwhile', async () => {
    clockTo(-60)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`)
    clockTo(30)
    const press = pressedAt(-5)
    expect(await start(press)).toMatchObject({ status: 409, code: 'journey_over' })
    expect((await start(press)).code).toBe('journey_over')
    expect((await arrive(BOGOTA, pressedAt(0))).code).toBe('journey_not_started')
    expect((await finish(pressedAt(5))).code).toBe('journey_not_started')
  })

  it('refuses an arrival that comes after that of a later stop', async () => {
    clockTo(200)
    await start(pressedAt(0))
    await arrive(GIRARDOT, pressedAt(120))
    expect((await arrive(BOGOTA, pressedAt(5))).code).toBe('journey_stop_passed')
  })

  it('tells passengers of a late start only before their planned pick-up', async () => {
    const late = await test.aPassenger()
    await test.booked(late, trip, { from: IBAGUE, to: CALI })
    const mails = await mailsSent()
    clockTo(30)
    await start(pressedAt(0))
    expect(await mailsSent()).toBe(mails + 1)
  })
})

describe('the time of a press', () => {
  const startedAt = async (press: Body) => (await start(press)).sheet.startedAt

  it('counts from the receipt without a valid signature of the server', async () => {
    const other = await test.newTrip({
      driver: trip.driver,
      departsAt: addMs(minute(0), 2 * DAY_MS),
    })
    const sheet = await test.call(trip.driver, 'GET', `/trips/${other.tripId}/run-sheet`)
    clockTo(30)
    const { id, at } = pressedAt(0)
    expect((await start({ id, at })).sheet.startedAt).toBe(minute(30).toISOString())
    const foreign = { timeProof: sheet.body.sheet.timeProof }
    const { stops } = (await arrive(BOGOTA, pressedAt(10, foreign))).sheet
    expect(stops[0].arrivedAt).toBe(minute(30).toISOString())
  })

  it('counts from the receipt before the signed time and after the receipt', async () => {
    clockTo(30)
    expect(await startedAt(pressedAt(-121))).toBe(minute(30).toISOString())
    const { stops } = (await arrive(BOGOTA, pressedAt(31))).sheet
    expect(stops[0].arrivedAt).toBe(minute(30).toISOString())
  })

  it('counts from the receipt when the press is more than a day old', async () => {
    clockTo(24 * 60)
    expect(await startedAt(pressedAt(0))).toBe(minute(0).toISOString())
    await arrive(CALI, pressedAt(600))
    clockTo(600 + 24 * 60 + 1)
    const { sheet } = await finish(pressedAt(600))
    expect(sheet.finishedAt).toBe(minute(600 + 24 * 60 + 1).toISOString())
  })

  it('never lies before what was recorded earlier', async () => {
    clockTo(60)
    await start(pressedAt(20))
    const { stops } = (await arrive(BOGOTA, pressedAt(10))).sheet
    expect(stops[0].arrivedAt).toBe(minute(20).toISOString())
  })

  it('leaves a passenger the right to leave a late driver whose arrival came late', async () => {
    clockTo(31)
    await start(pressedAt(-5))
    await arrive(BOGOTA, pressedAt(0))
    const { body } = await test.call(ana, 'GET', `/bookings/${booking.id}`)
    expect(body.booking.can.leaveLate).toBe(true)
    test.clock.advance(HOUR_MS)
  })
})
