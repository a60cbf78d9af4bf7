import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { jobsOf, type RunsJobs } from '#test/run-jobs.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'

// Presses that came too early to be true, and the end of a journey that can be undone.

let test: BookingsApp
let jobs: RunsJobs
let trip: TestTrip
/** Travels from Bogotá to Cali, and is aboard. */
let ana: TestUser
let booking: { id: string }

beforeAll(async () => {
  test = await openBookingsApp()
  jobs = jobsOf(test.deps)
})

beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
})

const minutesTo = (placeId: string) => {
  const place = trip.facts.places.find((each) => each.placeId === placeId)
  return ((place?.at.getTime() ?? 0) - trip.facts.departsAt.getTime()) / MINUTE_MS
}

/** Sets the clock in minutes after departure. */
const clockTo = (minutes: number) =>
  test.clock.set(addMs(trip.facts.departsAt, minutes * MINUTE_MS))

async function drive(action: string, body: Body = {}) {
  const answer = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${action}`, body)
  return { status: answer.status, code: answer.body.code, sheet: answer.body.sheet }
}
const arrive = (placeId: string, body: Body = {}) =>
  drive('arrivals', { stopId: trip.stop(placeId), ...body })

/** The fault: all arrivals and the end within ten seconds, hours before the plan. */
async function pressAllAtOnce() {
  clockTo(0)
  await test.board(trip.driver, booking)
  await drive('start')
  for (const [row, placeId] of [BOGOTA, GIRARDOT, IBAGUE, CALI].entries()) {
    clockTo((row * 2) / 60)
    expect((await arrive(placeId)).status).toBe(200)
  }
  clockTo(10 / 60)
  return await drive('finish')
}

async function share() {
  const path = `/bookings/${booking.id}/shares`
  return (await test.call(ana, 'POST', path, { name: 'Mamá' })).body.token as string
}
async function followed(token: string) {
  const url = '/api/shares/follow'
  return (await test.app.inject({ method: 'POST', url, payload: { token } })).json().trip
}
const journeyOf = async (who = ana) =>
  (await test.call(who, 'GET', `/trips/${trip.tripId}/journey`)).body.journey
const say = async (arrived: boolean, who = ana) =>
  await test.call(who, 'POST', `/trips/${trip.tripId}/arrival-word`, { arrived })
const bookingOf = async () => (await test.call(ana, 'GET', `/bookings/${booking.id}`)).body.booking
const ratable = async () =>
  (await test.call(ana, 'GET', '/ratings/waiting')).body.waiting.map(
    (each: { bookingId: string }) => each.bookingId,
  )
const messages = async (name: string, who: TestUser) => {
  const sql = 'select title from notifications where user_id = $1 and kind = $2'
  return (await asOwner(test.deps.databaseUrl, sql, [who.userId, name])).rows
}
const mine = async () =>
  (await test.call(trip.driver, 'GET', '/trips/mine')).body.trips.find(
    ({ id }: { id: string }) => id === trip.tripId,
  )

describe('presses too early to be true', () => {
  it('keeps four arrivals and an end in ten seconds, hours early, in doubt', async () => {
    const token = await share()
    const { sheet } = await pressAllAtOnce()
    expect(sheet.state).toBe('finished')
    const doubted = sheet.stops.map(({ doubtful }: { doubtful: boolean }) => doubtful)
    expect([doubted, sheet.finishDoubtful]).toEqual([[false, true, true, true], true])
    clockTo(30)
    await jobs.runJobs()
    expect(await followed(token)).toMatchObject({
      state: 'on_the_way',
      arrivedAt: null,
      over: false,
    })
    expect(await journeyOf()).toMatchObject({
      state: 'on_the_way',
      asks: 'doubt',
      lastArrival: { name: 'Bogotá' },
    })
    expect(await bookingOf()).toMatchObject({ state: 'checked_in', arrivedAt: null })
    expect(await ratable()).not.toContain(booking.id)
  })

  it('asks a passenger who may answer only: not before the pick-up', async () => {
    await pressAllAtOnce()
    clockTo(-1)
    expect((await journeyOf()).asks).toBeNull()
    expect((await say(true)).body.code).toBe('arrival_word_early')
    clockTo(1)
    expect((await journeyOf()).asks).toBe('doubt')
    expect((await say(true)).status).toBe(200)
  })

  it('tells the driver once of presses that the phone did not ask about', async () => {
    clockTo(0)
    await drive('start')
    const press = (isSure: boolean) => {
      return { press: { id: newId(), at: test.clock.now().toISOString(), isSure } }
    }
    await arrive(IBAGUE, press(true))
    expect(await messages('press_doubted', trip.driver)).toHaveLength(0)
    await drive('arrivals/undo', { stopId: trip.stop(IBAGUE) })
    await arrive(IBAGUE, press(false))
    await arrive(CALI, press(false))
    await drive('finish')
    await jobs.runJobs()
    expect(await messages('press_doubted', trip.driver)).toHaveLength(1)
  })

  it('lets an arrival in doubt be undone at any time, and recorded again', async () => {
    clockTo(0)
    await drive('start')
    await arrive(BOGOTA)
    await arrive(CALI)
    clockTo(200)
    const undone = await drive('arrivals/undo', { stopId: trip.stop(CALI) })
    expect(undone.sheet.can.arrive).toContain(trip.stop(CALI))
    clockTo(minutesTo(CALI) + 1)
    const { sheet } = await arrive(CALI)
    expect(sheet.stops.at(-1)).toMatchObject({ doubtful: false, passed: true })
  })

  it('ends the doubt with the word of a passenger at the last stop', async () => {
    const token = await share()
    await pressAllAtOnce()
    clockTo(minutesTo(CALI) - 65)
    expect((await say(true)).body.journey).toMatchObject({ state: 'finished', arrived: true })
    expect(await followed(token)).toMatchObject({ state: 'arrived', bySelf: true })
    expect((await bookingOf()).state).toBe('arrived')
    expect(await ratable()).toContain(booking.id)
  })

  it('lets a pick-up in doubt take and give no right before its plan', async () => {
    const late = await test.aPassenger()
    const own = await test.booked(late, trip, { from: IBAGUE, to: CALI })
    await pressAllAtOnce()
    const sayAboard = async () => (await test.act(late, own, 'aboard')).body.code
    expect(await sayAboard()).toBe('aboard_too_early')
  })

  it('lets a passenger leave a late driver whose arrival further on is in doubt', async () => {
    clockTo(30)
    await drive('start')
    await arrive(CALI)
    clockTo(31)
    const { body } = await test.act(ana, booking, 'cancel')
    expect(body.booking).toMatchObject({ status: 'cancelled_by_passenger', charged: 0 })
  })

  it('lets the plan end the doubt for ratings', async () => {
    await pressAllAtOnce()
    clockTo(minutesTo(CALI) + 1)
    expect((await bookingOf()).state).toBe('arrived')
    expect(await ratable()).toContain(booking.id)
  })

  it('refuses a yes before the pick-up, and the word of somebody who does not travel', async () => {
    clockTo(-5)
    expect((await say(true)).body.code).toBe('arrival_word_early')
    expect((await say(true, trip.driver)).body.code).toBe('trip_not_found')
    expect((await say(true, await test.aPassenger())).body.code).toBe('trip_not_found')
  })
})

describe('the end of a journey', () => {
  async function finishOnTime() {
    clockTo(0)
    await test.board(trip.driver, booking)
    await drive('start')
    clockTo(minutesTo(CALI) - 20)
    await arrive(CALI)
    return await drive('finish')
  }

  it('allows undoing the end of a journey for ten minutes, and sends nothing before', async () => {
    const token = await share()
    await finishOnTime()
    await jobs.runJobs()
    clockTo(minutesTo(CALI) - 10.5)
    const { status, sheet } = await drive('finish/undo')
    expect([status, sheet.state, sheet.finishedAt]).toEqual([200, 'on_the_way', null])
    expect((await drive('finish/undo')).status).toBe(200)
    clockTo(minutesTo(CALI) - 9)
    await jobs.runJobs()
    expect(await ratable()).not.toContain(booking.id)
    // The press at the drop-off stands: only the end was undone.
    expect((await bookingOf()).state).toBe('arrived')
    expect((await followed(token)).over).toBe(false)
  })

  it('counts after ten minutes, for ratings too, and can no longer be undone', async () => {
    await finishOnTime()
    clockTo(minutesTo(CALI) - 10.1)
    expect(await ratable()).not.toContain(booking.id)
    clockTo(minutesTo(CALI) - 10)
    expect((await drive('finish/undo')).code).toBe('journey_finish_counts')
    expect(await ratable()).toContain(booking.id)
    expect((await bookingOf()).state).toBe('arrived')
  })

  it('sells nothing, stands among past trips at once, and sells again when undone', async () => {
    const later = await test.aPassenger()
    clockTo(0)
    await drive('start')
    await arrive(CALI)
    const found = async () => {
      const date = trip.facts.departsAt.toISOString().slice(0, 10)
      const path = `/trips/search?from=${IBAGUE}&to=${CALI}&date=${date}&seats=1`
      const { body } = await test.call(later, 'GET', path)
      return body.results.some((each: { tripId: string }) => each.tripId === trip.tripId)
    }
    expect([await found(), (await mine()).state]).toEqual([true, 'on_the_way'])
    await drive('finish')
    expect([await found(), (await mine()).state, (await mine()).status]).toEqual([
      ...[false, 'finished', 'completed'],
    ])
    const refused = await test.book(later, trip)
    expect([refused.body.code, refused.body.error]).toEqual([
      ...['trip_not_bookable', 'Este viaje ya terminó.'],
    ])
    await drive('finish/undo')
    expect([await found(), (await test.book(later, trip)).status]).toEqual([true, 201])
  })

  it('does not open the sales of a paused trip when it is undone', async () => {
    clockTo(-60)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/pause`)
    await drive('start')
    await arrive(CALI)
    await drive('finish')
    await drive('finish/undo')
    expect((await test.book(await test.aPassenger(), trip)).body.code).toBe('trip_not_bookable')
    await drive('finish')
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/resume`)
    const sql = 'select open from trip_seats where trip_id = $1'
    expect((await asOwner(test.deps.databaseUrl, sql, [trip.tripId])).rows).toEqual([
      { open: false },
    ])
  })

  it('refuses seats that were kept before, and to accept a request', async () => {
    const poor = await test.aPassenger(1_000)
    const asking = await test.aPassenger()
    const between = trip.facts.places.find(({ seq }) => !trip.facts.declaredSeqs.includes(seq))
    const request = await test.booked(asking, trip, { from: between?.placeId, to: CALI })
    clockTo(0)
    const keep = { fromStopId: trip.stop(IBAGUE), toStopId: trip.stop(CALI), seats: 1 }
    const kept = await test.call(poor, 'POST', `/trips/${trip.tripId}/keeps`, keep)
    expect(kept.status).toBe(201)
    await drive('start')
    await arrive(CALI)
    await drive('finish')
    expect((await test.call(poor, 'GET', '/keeps/mine')).body.keep).toBeNull()
    const booked = await test.book(poor, trip, { keepId: kept.body.keep.id })
    expect(booked.body.code).toBe('trip_not_bookable')
    expect((await test.act(trip.driver, request, 'accept')).body.code).toBe('booking_not_pending')
  })
})
