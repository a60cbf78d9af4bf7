import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMs, bogotaDate, HOUR_MS, MINUTE_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { jobsOf, type RunsJobs } from '#test/run-jobs.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { answerBy, isNight } from './watch-silent-trips.ts'

let test: BookingsApp
let jobs: RunsJobs
let trip: TestTrip
let ana: TestUser
let bea: TestUser
let booking: { id: string }

beforeAll(async () => {
  test = await openBookingsApp()
  jobs = jobsOf(test.deps)
})

// Ana and Bea travel to Cali, where the car is to arrive at noon; nothing is pressed.
beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  bea = await test.aPassenger()
  booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  await test.booked(bea, trip, { from: BOGOTA, to: CALI })
})

/** Moves trip and bookings so that the planned arrival is at this hour in Bogotá. */
async function arrivingAt(hour: number) {
  const { arrivesAt, departsAt } = trip.facts
  const to = addMs(startOfBogotaDate(bogotaDate(arrivesAt)), hour * HOUR_MS)
  const ms = to.getTime() - arrivesAt.getTime()
  const moved = (column: string) => `${column} = ${column} + interval '${ms} milliseconds'`
  const run = (sql: string) => asOwner(test.deps.databaseUrl, sql, [trip.tripId])
  await run(`update trips set ${moved('departs_at')}, ${moved('arrives_at')} where id = $1`)
  await run(
    `update bookings set ${moved('picks_up_at')}, ${moved('drops_off_at')} where trip_id = $1`,
  )
  test.clock.set(addMs(departsAt, ms))
  return to
}

async function watch(at: Date) {
  test.clock.set(at)
  await jobs.runRecurring('safety.silent-trips')
}
const asked = async (who: TestUser) => {
  const sql = `select title from notifications where user_id = $1 and kind = 'arrival_asked'`
  return (await asOwner(test.deps.databaseUrl, sql, [who.userId])).rows.length
}
const cases = async () => {
  const sql = `select user_id from incidents where trip_id = $1 and kind = 'felt_unsafe'`
  const { rows } = await asOwner(test.deps.databaseUrl, sql, [trip.tripId])
  return rows.map((row) => row.user_id as string)
}
const say = (who: TestUser, arrived: boolean) =>
  test.call(who, 'POST', `/trips/${trip.tripId}/arrival-word`, { arrived })

describe('a trip without news', () => {
  it('asks each passenger once, three hours after the planned arrival', async () => {
    const arrival = await arrivingAt(12)
    await watch(addMs(arrival, 3 * HOUR_MS - 1))
    expect(await asked(ana)).toBe(0)
    await watch(addMs(arrival, 3 * HOUR_MS))
    await watch(addMs(arrival, 3 * HOUR_MS + MINUTE_MS))
    expect([await asked(ana), await asked(bea), await cases()]).toEqual([1, 1, []])
    const { body } = await test.call(ana, 'GET', `/trips/${trip.tripId}/journey`)
    expect(body.journey).toMatchObject({ tripState: 'no_news', asks: 'no_news' })
  })

  it('asks the passengers of each trip although another trip fails', async () => {
    const first = trip
    trip = await test.newTrip()
    const cleo = await test.aPassenger()
    await test.booked(cleo, trip, { from: BOGOTA, to: CALI })
    await arrivingAt(12)
    const second = trip
    trip = first
    const arrival = await arrivingAt(12)
    const run = (sql: string) => asOwner(test.deps.databaseUrl, sql, [])
    const failing = async (tripId: string, at: Date) => {
      await run(`alter table arrival_words add constraint stuck check (trip_id <> '${tripId}')`)
      await expect(watch(at)).rejects.toThrow('stuck')
      await run('alter table arrival_words drop constraint stuck')
    }
    await failing(second.tripId, addMs(arrival, 3 * HOUR_MS))
    expect([await asked(ana), await asked(cleo)]).toEqual([1, 0])
    await run(`delete from arrival_words where trip_id = '${first.tripId}'`)
    await failing(first.tripId, addMs(arrival, 3 * HOUR_MS + MINUTE_MS))
    expect(await asked(cleo)).toBe(1)
  })

  it('asks nobody at night, and opens a case when nobody answers by nine', async () => {
    const arrival = await arrivingAt(18)
    await watch(addMs(arrival, 3 * HOUR_MS))
    await watch(addMs(arrival, 11.9 * HOUR_MS))
    expect(await asked(ana)).toBe(0)
    await watch(addMs(arrival, 12 * HOUR_MS))
    expect(await asked(ana)).toBe(1)
    await watch(addMs(arrival, 15 * HOUR_MS - MINUTE_MS))
    expect(await cases()).toEqual([])
    await watch(addMs(arrival, 15 * HOUR_MS))
    await watch(addMs(arrival, 16 * HOUR_MS))
    expect(await cases()).toHaveLength(1)
  })

  it('closes with one yes, for everybody', async () => {
    const arrival = await arrivingAt(12)
    await watch(addMs(arrival, 3 * HOUR_MS))
    expect((await say(ana, true)).status).toBe(200)
    await watch(addMs(arrival, 21.5 * HOUR_MS))
    expect(await cases()).toEqual([])
    const { body } = await test.call(bea, 'GET', `/trips/${trip.tripId}/journey`)
    expect(body.journey).toMatchObject({ tripState: 'finished', asks: null })
  })

  it('closes with a position', async () => {
    const arrival = await arrivingAt(12)
    await watch(addMs(arrival, 3 * HOUR_MS))
    const sql = `insert into shared_positions (id, user_id, trip_id, sealed, at)
      values ($1, $2, $3, 'x', $4)`
    const at = addMs(arrival, 20 * HOUR_MS)
    await asOwner(test.deps.databaseUrl, sql, [newId(), bea.userId, trip.tripId, at])
    await watch(addMs(arrival, 21.5 * HOUR_MS))
    expect(await cases()).toEqual([])
  })

  it('opens a case on a no, in the name of who said it, also at night', async () => {
    const arrival = await arrivingAt(17)
    await watch(addMs(arrival, 3 * HOUR_MS))
    await say(bea, false)
    await watch(addMs(arrival, 5 * HOUR_MS))
    expect(await cases()).toEqual([bea.userId])
  })

  it('opens a case on an open emergency, without asking anybody', async () => {
    const arrival = await arrivingAt(12)
    await test.call(ana, 'POST', '/incidents', {
      ...{ id: newId(), tripId: trip.tripId, bookingId: booking.id, kind: 'emergency' },
      pressedAt: test.clock.now().toISOString(),
    })
    await watch(addMs(arrival, 3 * HOUR_MS))
    expect([await cases(), await asked(bea)]).toEqual([[ana.userId], 0])
  })

  it('asks nobody of a trip that was ended, or without a confirmed seat', async () => {
    const arrival = await arrivingAt(12)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/start`)
    test.clock.set(arrival)
    await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/finish`)
    await watch(addMs(arrival, 4 * HOUR_MS))
    expect([await asked(ana), await cases()]).toEqual([0, []])
    const sql = `update journeys set finished_at = null where trip_id = $1`
    await asOwner(test.deps.databaseUrl, sql, [trip.tripId])
    const none = `update bookings set status = 'no_show', no_show_at = now() where trip_id = $1`
    await asOwner(test.deps.databaseUrl, none, [trip.tripId])
    await watch(addMs(arrival, 5 * HOUR_MS))
    expect(await asked(ana)).toBe(0)
  })
})

describe('the hours of the question', () => {
  const at = (text: string) => new Date(`2026-11-27T${text}:00-05:00`)

  it.each([
    ['05:59', true],
    ['06:00', false],
    ['20:59', false],
    ['21:00', true],
  ])('is silent at night: %s', (text, night) => {
    expect(isNight(at(text))).toBe(night)
  })

  it('gives until nine, at least an hour', () => {
    const by = (text: string) => answerBy(at(text), { arrivesAt: addMs(at(text), -3 * HOUR_MS) })
    expect([by('06:00'), by('08:30')]).toEqual([at('09:00'), at('09:30')])
    expect(by('13:00')).toEqual(new Date('2026-11-28T09:00:00-05:00'))
  })

  it('opens each case before the plan ends the trip, whenever the car was to arrive', () => {
    for (let minutes = 0; minutes < 24 * 60; minutes += 15) {
      const arrivesAt = addMs(at('00:00'), minutes * MINUTE_MS)
      let askedAt = addMs(arrivesAt, 3 * HOUR_MS)
      while (isNight(askedAt)) askedAt = addMs(askedAt, MINUTE_MS)
      const by = answerBy(askedAt, { arrivesAt })
      expect(by > askedAt && by < addMs(arrivesAt, 24 * HOUR_MS)).toBe(true)
    }
  })
})
