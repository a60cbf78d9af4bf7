import { expect, it } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { aTrip, BOGOTA, IBAGUE } from '#test/trip-factories.ts'

it('takes presses and scans on a wrong clock, dated by the database', async () => {
  const test = await openBookingsApp()
  const { deps, clock } = test
  // The database knows the true time.
  clock.set(new Date())
  const trip = await aTrip(deps, { departsAt: addMs(clock.now(), HOUR_MS) })
  const ends = { from: BOGOTA, to: IBAGUE }
  const booking = await test.booked(await test.aPassenger(), trip, ends)
  clock.advance(31 * DAY_MS)
  deps.clockWatch.state = () => ({ fault: 'jump', isAlone: false, offMs: 31 * DAY_MS })
  const started = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/start`, {})
  expect([started.status, started.body.code]).toEqual([200, undefined])
  const find = 'select code from bookings where id = $1'
  const { code } = (await asOwner(deps.databaseUrl, find, [booking.id])).rows[0]
  const boarded = await test.call(trip.driver, 'POST', `/trips/${trip.tripId}/check-in`, { code })
  expect([boarded.status, boarded.body.code]).toEqual([200, undefined])
  const { rows } = await asOwner(
    deps.databaseUrl,
    `select (select max(created_at) from ledger_transfers where kind = 'post') as paid,
      (select checked_in_at from bookings where id = $1) as boarded`,
    [booking.id],
  )
  for (const at of [rows[0].paid, rows[0].boarded]) {
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(MINUTE_MS)
  }
})
