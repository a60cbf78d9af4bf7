import { beforeAll, beforeEach, expect, it } from 'vitest'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { derivedId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'

// The calendar that a program reads by a link, without a session.

const SALITRE = derivedId('safe-point', 'bogota-terminal-salitre')

let test: BookingsApp
let trip: TestTrip
let ana: TestUser
let booking: Awaited<ReturnType<BookingsApp['booked']>>

beforeAll(async () => {
  test = await openBookingsApp()
  await loadSafePoints(test.deps)
})
beforeEach(async () => {
  trip = await test.newTrip()
  ana = await test.aPassenger()
  booking = await test.booked(ana, trip, { from: BOGOTA, to: CALI })
})

async function linkOf(user: TestUser): Promise<string> {
  const { status, body } = await test.call(user, 'POST', '/calendar-link', {})
  expect(status).toBe(200)
  return new URL(body.url).pathname
}

const read = (path: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url: path, headers })

/** Lines of a calendar, with continued lines joined. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

it('shows the trips of a passenger and of a driver, and no other person', async () => {
  const [mine, driven] = [await linkOf(ana), await linkOf(trip.driver)]
  const own = await read(mine)
  expect([own.statusCode, own.headers['content-type']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
  ])
  expect(own.headers['set-cookie']).toBeUndefined()
  expect(own.headers['referrer-policy']).toBe('no-referrer')
  expect(linesOf(own.body)).toEqual(
    expect.arrayContaining([
      `UID:${booking.id}@cupo`,
      'SUMMARY:Viaje Bogotá - Cali',
      'LOCATION:Bogotá',
      'STATUS:CONFIRMED',
    ]),
  )
  const drives = await read(driven)
  expect(linesOf(drives.body)).toContain(`UID:${trip.tripId}@cupo`)
  expect(linesOf(drives.body)).toContain('SUMMARY:Conduces Bogotá - Cali')
  for (const { body } of [own, drives]) expect(body).not.toMatch(/Ana|Carlos|\b3\d{9}\b/)
  // A request that nobody accepted is not in a calendar.
  const eva = await test.aPassenger()
  expect((await read(await linkOf(eva))).body).not.toContain('BEGIN:VEVENT')
})

it('follows the place and the cancellation, which stays for 30 days', async () => {
  const path = await linkOf(ana)
  const first = await read(path)
  const tag = String(first.headers.etag)
  expect((await read(path, { 'if-none-match': tag })).statusCode).toBe(304)
  await test.act(ana, booking, 'meeting', { fromPointId: SALITRE, toPointId: null })
  const moved = await read(path, { 'if-none-match': tag })
  expect(moved.statusCode).toBe(200)
  expect(linesOf(moved.body).find((line) => line.startsWith('LOCATION'))).toContain('Salitre')

  const driven = await linkOf(trip.driver)
  await test.act(ana, booking, 'cancel')
  await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/cancel`, {})
  for (const each of [path, driven]) {
    expect(linesOf((await read(each)).body)).toContain('STATUS:CANCELLED')
  }
  test.clock.advance(30 * DAY_MS + HOUR_MS)
  for (const each of [path, driven]) expect((await read(each)).body).not.toContain('VEVENT')
})

it('ends with a new link, with its revocation, and while the owner is suspended', async () => {
  const old = await linkOf(ana)
  const link = await linkOf(ana)
  expect((await read(old)).statusCode).toBe(404)
  expect((await read(link)).statusCode).toBe(200)
  const shown = await test.call(ana, 'GET', '/calendar-link')
  expect(shown.body.madeAt).toBe(test.clock.now().toISOString())
  const stored = await asOwner(test.deps.databaseUrl, 'select token_hash from calendar_links')
  const token = link.split('/')[3] ?? ''
  expect(JSON.stringify(stored.rows)).not.toContain(token)

  const suspend = `insert into user_standing (user_id, expelled, suspended_until, sanctioned_at)
    values ($1, false, 'infinity', now())
    on conflict (user_id) do update set suspended_until = excluded.suspended_until`
  await asOwner(test.deps.databaseUrl, suspend, [ana.userId])
  const refused = await read(link)
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'calendar_not_found'])
  await asOwner(test.deps.databaseUrl, 'delete from user_standing where user_id = $1', [ana.userId])
  expect((await read(link)).statusCode).toBe(200)

  expect((await test.call(ana, 'DELETE', '/calendar-link')).status).toBe(200)
  expect((await test.call(ana, 'DELETE', '/calendar-link')).status).toBe(200)
  expect((await read(link)).statusCode).toBe(404)
  expect((await read('/api/calendar/nadie/viajes.ics')).statusCode).toBe(404)
  expect((await test.call(ana, 'GET', '/calendar-link')).body.madeAt).toBeNull()
})
