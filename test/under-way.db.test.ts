// A ride is over by what was pressed, and by the plan only where nobody pressed. The list, the home
// page, the run sheet and the ticket decide it in three places: this compares them.
import { beforeAll, expect, it } from 'vitest'
import type { BookingView } from '#contract/booking-view.ts'
import type { PassengerMoment } from '#contract/moments.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { momentOf } from '#web/shared/bookings/moment-of.ts'

let test: BookingsApp
beforeAll(async () => {
  test = await openBookingsApp()
})

const WAY = { from: BOGOTA, to: CALI }
const OVER: readonly PassengerMoment[] = ['arrived', 'to_rate', 'done']

/** Whether each place that decides it says that the ride is over. */
async function over(passenger: TestUser, { id, tripId }: { id: string; tripId: string }) {
  const get = async (who: TestUser, path: string) => (await test.call(who, 'GET', path)).body
  const { booking } = (await get(passenger, `/bookings/${id}`)) as { booking: BookingView }
  const { journey } = await get(passenger, `/trips/${tripId}/journey`)
  const listed = (await get(passenger, '/bookings?scope=upcoming')).bookings
  const past = (await get(passenger, '/bookings?scope=past')).bookings
  expect([...listed, ...past]).toHaveLength(1)
  const { items } = await get(passenger, '/agenda')
  return {
    ticket: OVER.includes(momentOf(booking, journey, test.clock.now())),
    list: past.length === 1,
    home: !items.some(({ kind }: { kind: string }) => kind === 'trip'),
    ...(booking.status === 'checked_in' && { state: booking.state === 'arrived' }),
  }
}

type Case = [press: string, drive: (trip: TestTrip) => Promise<void>, overFrom: number]

const call = (trip: TestTrip, path: string, body = {}) =>
  test.call(trip.driver, 'POST', `/trips/${trip.tripId}/${path}`, body)

/** Starts `late` hours after the plan. */
async function start(trip: TestTrip, late: number) {
  test.clock.set(addMs(trip.facts.departsAt, late * HOUR_MS))
  expect((await call(trip, 'start')).status).toBe(200)
  await call(trip, 'arrivals', { stopId: trip.stop(BOGOTA) })
}

async function reach(trip: TestTrip, minutes: number) {
  test.clock.set(addMs(trip.facts.arrivesAt, minutes * MINUTE_MS))
  await call(trip, 'arrivals', { stopId: trip.stop(CALI) })
}

const cases: Case[] = [
  ['no press', async (trip) => void test.clock.set(trip.facts.departsAt), 0],
  ['a start on time', (trip) => start(trip, 0), 0],
  ['a start two hours late', (trip) => start(trip, 2), 120],
  [
    'an arrival before the plan',
    async (trip) => {
      await start(trip, 0)
      await reach(trip, -30)
    },
    -30,
  ],
  [
    'an end before the plan',
    async (trip) => {
      await start(trip, 0)
      await reach(trip, -30)
      await call(trip, 'finish')
    },
    -30,
  ],
]

it.each(cases)('ends a ride everywhere at one time: %s', async (_press, drive, overFrom) => {
  const trip = await test.newTrip()
  const [ana, luis] = [await test.aPassenger(), await test.aPassenger()]
  const [aboard, waiting] = [await test.booked(ana, trip, WAY), await test.booked(luis, trip, WAY)]
  await drive(trip)
  await test.board(trip.driver, aboard)
  const shown = async (minutes: number) => {
    test.clock.set(addMs(trip.facts.arrivesAt, minutes * MINUTE_MS))
    const [first, second] = [await over(ana, aboard), await over(luis, waiting)]
    const sheet = (await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/run-sheet`)).body
      .sheet
    const getsOn = sheet.stops.flatMap((stop: { getsOn: object[] }) => stop.getsOn)
    const { boarding } = getsOn.find((each: { bookingId: string }) => each.bookingId === aboard.id)
    return [{ ...first, sheet: boarding === 'arrived' }, second]
  }
  const all = (is: boolean) => ({ ticket: is, list: is, home: is, state: is, sheet: is })
  // Who is not registered as aboard may still wait for a car of which nobody pressed anything.
  const waits = overFrom < 0 ? overFrom : overFrom + 6 * 60
  const told = (is: boolean) => ({ ticket: is, list: is, home: is })
  for (const minutes of [overFrom - 1, overFrom + 1, waits - 1, waits + 1]) {
    // A past instant of a press that was made later says nothing.
    if (minutes < 0 && overFrom < 0 && minutes < overFrom) continue
    const [first, second] = await shown(minutes)
    expect([minutes, first, second]).toEqual([
      minutes,
      all(minutes >= overFrom),
      told(minutes >= waits),
    ])
  }
})
