import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { BookingView } from '#contract/booking-view.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { freshToken, type TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'

let test: BookingsApp
let trip: TestTrip
let ana: TestUser
let id: string

beforeAll(async () => {
  test = await openBookingsApp()
})
beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  id = (await test.booked(ana, trip)).id
})

const moveBy = async (ms: number) =>
  await test.app.inject({
    method: 'PATCH',
    url: `/api/trips/${trip.tripId}`,
    headers: { authorization: `Bearer ${await freshToken(test.deps, trip.driver)}` },
    payload: { departsAt: addMs(trip.facts.departsAt, ms).toISOString() },
  })

const seen = async (by: TestUser = ana): Promise<BookingView> =>
  (await test.call(by, 'GET', `/bookings/${id}`)).body.booking

async function accept(at?: string, by: TestUser = ana) {
  const body = { at: at ?? (await seen()).from.at }
  return await test.call(by, 'POST', `/bookings/${id}/accept-change`, body)
}

const accepted = async () => {
  const ask = `select count(*)::int as n from booking_events
    where booking_id = $1 and event = 'change_accepted'`
  return (await asOwner(test.deps.databaseUrl, ask, [id])).rows[0]?.n
}

it('records once that the moved hour suits, for the driver too, and takes no right', async () => {
  await moveBy(HOUR_MS)
  expect((await seen()).tripChange).toMatchObject({ asks: true, acceptedAt: null })
  const answers = await Promise.all([accept(), accept(), accept()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await accepted()).toBe(1)
  const { tripChange, price, refundIfCancelledNow, can } = await seen()
  expect(tripChange).toMatchObject({
    asks: false,
    acceptedAt: test.clock.now().toISOString(),
    mayLeaveFree: true,
  })
  expect([refundIfCancelledNow, can.cancel]).toEqual([price, true])
  const list = await test.call(trip.driver, 'GET', `/trips/${trip.tripId}/bookings`)
  expect(list.body.bookings[0].tripChange.acceptedAt).toBe(tripChange?.acceptedAt)
})

it('asks again after a second move, and accepts no hour that was not seen', async () => {
  await moveBy(HOUR_MS)
  const first = (await seen()).from.at
  await accept()
  await moveBy(2 * HOUR_MS)
  expect((await seen()).tripChange).toMatchObject({ asks: true, acceptedAt: null })
  expect((await accept(first)).body.code).toBe('trip_change_over')
  expect((await accept()).status).toBe(200)
  expect(await accepted()).toBe(2)
})

it('asks nothing when the trip did not move, moved back, or the booking ended', async () => {
  expect((await accept()).body.code).toBe('trip_change_over')
  await moveBy(HOUR_MS)
  await moveBy(0)
  expect((await seen()).tripChange).toMatchObject({ asks: false })
  expect((await accept()).body.code).toBe('trip_change_over')
  await moveBy(HOUR_MS)
  expect((await accept(undefined, trip.driver)).body.code).toBe('booking_not_found')
  await test.call(ana, 'POST', `/bookings/${id}/cancel`, {})
  expect((await seen()).tripChange).toMatchObject({ asks: false })
  expect((await accept()).body.code).toBe('trip_change_over')
  expect(await accepted()).toBe(0)
})

it('asks nothing once the pick-up has passed', async () => {
  await moveBy(HOUR_MS)
  const { from } = await seen()
  test.clock.set(addMs(new Date(from.at), MINUTE_MS))
  expect((await seen()).tripChange).toMatchObject({ asks: false })
  expect((await accept(from.at)).body.code).toBe('trip_change_over')
})
