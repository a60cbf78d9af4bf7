// News of a booking that waited or was late, and that the booking has taken back meanwhile.
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type MailSandbox, openMailSandbox } from '#sandbox/mail/mail-sandbox.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { CALI, type TestTrip } from '#test/trip-factories.ts'
import { tellBooking } from './tell-booking.ts'

let test: BookingsApp
let mail: MailSandbox
let trip: TestTrip
let luis: TestUser

beforeAll(async () => {
  mail = await openMailSandbox()
  test = await openBookingsApp({ urls: { smtp: mail.url } })
  return () => mail.close()
})

beforeEach(async () => {
  trip = await test.newTrip({ seats: 4 })
  luis = await test.aPassenger()
  await test.runJobs()
})

/** Subjects of the mails to a person after some minutes, the newest last. */
async function mailsTo(who: TestUser, minutes = 0): Promise<(string | undefined)[]> {
  test.clock.advance(minutes * MINUTE_MS)
  await test.runJobs()
  const sent = mail.control.messages(who.email).map(({ subject }) => subject)
  return sent.reverse()
}

const eventsOf = async ({ id }: { id: string }): Promise<string[]> =>
  (
    await asOwner(
      test.deps.databaseUrl,
      'select id from booking_events where booking_id = $1 order by at, id',
      [id],
    )
  ).rows.map((row) => row.id)

const toldTo = async ({ userId }: TestUser): Promise<string[]> =>
  (
    await asOwner(
      test.deps.databaseUrl,
      `select kind from notifications where user_id = $1 and replaced_at is null
       order by created_at, id`,
      [userId],
    )
  ).rows.map(({ kind }) => kind)

it('mails no sale that waited when its passenger has cancelled meanwhile', async () => {
  await test.booked(await test.aPassenger(), trip)
  await test.runJobs()
  const booking = await test.booked(luis, trip)
  await test.runJobs()
  test.clock.advance(3 * MINUTE_MS)
  expect((await test.act(luis, booking, 'cancel')).status).toBe(200)
  expect(await mailsTo(trip.driver)).toHaveLength(2)
  const mails = await mailsTo(trip.driver, 15)
  expect(mails.at(-1)).toBe('Ana R. canceló 1 cupo Ibagué → Cali')
  expect(mails).toHaveLength(2)
})

it('mails no request that waited once its driver has answered it', async () => {
  const between = trip.facts.places.find(({ seq }) => !trip.facts.declaredSeqs.includes(seq))
  const part = { from: between?.placeId, to: CALI }
  await test.booked(await test.aPassenger(), trip, part)
  await test.runJobs()
  const request = await test.booked(luis, trip, part)
  await test.runJobs()
  expect((await test.act(trip.driver, request, 'accept')).status).toBe(200)
  expect(await mailsTo(trip.driver)).toHaveLength(1)
  expect(await mailsTo(trip.driver, 15)).toHaveLength(1)
})

it('says nothing of a sale whose job ran after that of its cancellation', async () => {
  const booking = await test.booked(luis, trip)
  await test.act(luis, booking, 'cancel')
  const [booked, cancelled] = await eventsOf(booking)
  await tellBooking(test.deps, cancelled ?? '')
  test.clock.advance(1000)
  await tellBooking(test.deps, booked ?? '')
  expect(await toldTo(luis)).toEqual(['booking_cancelled'])
  expect(await toldTo(trip.driver)).toEqual(['passenger_cancelled'])
})

it('asks the driver for no scan of who has undone that they are aboard', async () => {
  const ana = await test.aPassenger()
  const bookings = [await test.booked(ana, trip), await test.booked(luis, trip)] as const
  await test.runJobs()
  test.toPickUp(bookings[0], 0)
  await test.act(ana, bookings[0], 'aboard')
  await test.runJobs()
  await test.act(luis, bookings[1], 'aboard')
  await test.runJobs()
  await test.act(luis, bookings[1], 'aboard/undo')
  await test.runJobs()
  const about = await asOwner(
    test.deps.databaseUrl,
    `select kind, replaced_at is not null as dropped from notifications
     where user_id = $1 and path = $2 and kind like 'aboard_%' order by created_at, id`,
    [trip.driver.userId, `/bookings/${bookings[1].id}`],
  )
  expect(about.rows).toEqual([
    { kind: 'aboard_said', dropped: true },
    { kind: 'aboard_undone', dropped: false },
  ])
})

it('mails no moved hour that waited once the driver has cancelled the trip', async () => {
  await test.booked(luis, trip)
  await test.runJobs()
  for (const hours of [1, 2]) {
    const departsAt = addMs(trip.facts.departsAt, hours * HOUR_MS).toISOString()
    await test.edit(trip, { departsAt })
    test.clock.advance(MINUTE_MS)
    await test.runJobs()
  }
  const cancelled = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
  expect(cancelled.status).toBeLessThan(300)
  const mails = await mailsTo(luis)
  expect(mails.at(-1)).toMatch(/^Cancelaron tu viaje/)
  expect(await mailsTo(luis, 15)).toEqual(mails)
})
