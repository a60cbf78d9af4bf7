import { beforeAll, expect, it } from 'vitest'
import { openMail } from '#server/modules/foundation/notifications/send-mail.ts'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { type Body, type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI } from '#test/trip-factories.ts'
import { meetingReminderAt, remindOfMeeting } from './remind-meeting.ts'

// The reminder of the evening before to people who have not agreed on a meeting point.

const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')

let test: BookingsApp

beforeAll(async () => {
  test = await openBookingsApp()
  await loadSafePoints(test.deps)
})

type Booked = { id: string; from: { at: string } }

const reminderOf = (booking: Booked) => meetingReminderAt({ picksUpAt: new Date(booking.from.at) })

async function aBooking({ points = {}, ...body }: { points?: Record<string, string> } & Body = {}) {
  const trip = await test.newTrip({ points })
  const ana = await test.aPassenger()
  const booking: Booked = await test.booked(ana, trip, { from: BOGOTA, to: CALI, ...body })
  await test.runJobs()
  return { trip, ana, booking }
}

/** Runs the jobs that are due at this time. */
async function runAt(at: Date): Promise<void> {
  test.clock.set(at)
  await test.runJobs()
}

async function remindersTo({ userId }: TestUser): Promise<{ title: string; body: string }[]> {
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select title, body from notifications where user_id = $1 and kind = 'meeting_missing'`,
    [userId],
  )
  return rows
}

it('reminds both sides at 18:00 of the day before when no meeting point is agreed', async () => {
  const { trip, ana, booking } = await aBooking()
  const evening = reminderOf(booking)
  const inBogota = evening.toLocaleString('sv', { timeZone: 'America/Bogota' })
  const travels = new Date(booking.from.at).toLocaleString('sv', { timeZone: 'America/Bogota' })
  expect(inBogota.slice(11)).toBe('18:00:00')
  expect(Date.parse(travels.slice(0, 10)) - Date.parse(inBogota.slice(0, 10))).toBe(DAY_MS)
  await runAt(addMs(evening, -MINUTE_MS))
  expect(await remindersTo(ana)).toEqual([])
  await runAt(evening)
  expect(await remindersTo(ana)).toMatchObject([
    { title: 'Falta acordar dónde te subes', body: expect.stringContaining('Bogotá') },
  ])
  expect(await remindersTo(trip.driver)).toMatchObject([
    { title: 'Falta acordar dónde se sube tu pasajero', body: expect.stringContaining('Ana R.') },
  ])
  await runAt(addMs(evening, HOUR_MS))
  expect([(await remindersTo(ana)).length, (await remindersTo(trip.driver)).length]).toEqual([1, 1])
})

it.each([
  ['the driver fixed the point', { points: { [BOGOTA]: SALITRE } }, undefined],
  ['the passenger chose a point with the booking', { fromPointId: SALITRE }, undefined],
  ['a point was chosen after the booking', {}, 'meeting'],
  ['the passenger cancelled', {}, 'cancel'],
])('reminds nobody when %s', async (_, given, verb) => {
  const { trip, ana, booking } = await aBooking(given)
  const body = verb === 'meeting' ? { fromPointId: SALITRE, toPointId: null } : {}
  if (verb) expect((await test.act(ana, booking, verb, body)).status).toBe(200)
  await runAt(reminderOf(booking))
  expect([await remindersTo(ana), await remindersTo(trip.driver)]).toEqual([[], []])
})

it('reminds nobody on the day of the pick-up when the job ran late', async () => {
  const { trip, ana, booking } = await aBooking()
  await runAt(addMs(reminderOf(booking), 6 * HOUR_MS))
  expect([await remindersTo(ana), await remindersTo(trip.driver)]).toEqual([[], []])
})

it('reminds on the evening before the new day when the trip was moved', async () => {
  const { trip, ana, booking } = await aBooking()
  const later = addMs(trip.facts.departsAt, 2 * DAY_MS)
  await test.edit(trip, { departsAt: later.toISOString() })
  await test.runJobs()
  await runAt(reminderOf(booking))
  expect(await remindersTo(ana)).toEqual([])
  await runAt(addMs(reminderOf(booking), 2 * DAY_MS))
  expect(await remindersTo(ana)).toHaveLength(1)
})

it('reminds nobody of a booking that was made after 18:00 of the day before', async () => {
  const trip = await test.newTrip()
  const ana = await test.aPassenger()
  const picksUpAt = trip.facts.departsAt
  test.clock.set(addMs(meetingReminderAt({ picksUpAt }), MINUTE_MS))
  await test.booked(ana, trip, { from: BOGOTA, to: CALI })
  await test.runJobs()
  await runAt(addMs(picksUpAt, -HOUR_MS))
  expect(await remindersTo(ana)).toEqual([])
})

it('mails the reminder to both with a link to the booking', async () => {
  const { trip, ana, booking } = await aBooking()
  test.clock.set(reminderOf(booking))
  await remindOfMeeting(test.deps, booking.id)
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    `select payload from jobs where name = 'notifications.mail'`,
  )
  const mails = rows
    .map(({ payload }) => openMail(test.deps, payload))
    .filter(({ template }) => template === 'meeting_missing')
  expect(mails.map(({ to }) => to.address).sort()).toEqual([ana.email, trip.driver.email].sort())
  for (const { data } of mails) expect(data).toMatchObject({ path: `/bookings/${booking.id}` })
})
