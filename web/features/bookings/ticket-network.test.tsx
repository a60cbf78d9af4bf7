// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { JourneyView } from '#contract/journeys.ts'
import type { RouteDef } from '#contract/route.ts'
import { openScreen, pass, until } from '#test/screen.tsx'
import { answers, failing, waiting } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { signedIn } from '#test/screen-people.ts'
import { SLOW_AFTER_MS } from '#web/lib/slow-reads.ts'

// A network that exists but does not work: test/e2e/bad-network.e2e.ts has a busy server.

const booking = aBooking({
  ...{ status: 'confirmed', state: 'confirmed', viewer: 'passenger' },
  can: { showTicket: true },
})
const code = 'ABC234'
const ticket = answers(api.bookings.ticket, {
  ...{ bookingId: booking.id, tripId: booking.tripId, status: 'confirmed', code, qr: 'signed' },
  ...{ validFrom: booking.from.at, validUntil: booking.to.at },
})
const journey: JourneyView = {
  ...{ tripId: booking.tripId, state: 'not_started', startedAt: null, finishedAt: null },
  ...{ delayMinutes: 0, isLate: false, stops: [], lastArrival: null, mine: null, asks: null },
  ...{ arrived: null, driver: { name: 'Nelson B.', phone: null }, tripState: 'to_leave' },
  asOf: booking.createdAt,
}
const whole = [
  ...signedIn(),
  answers(api.bookings.show, { booking }),
  ticket,
  answers(api.journeys.show, { journey }),
  answers(api.safety.listBookingShares, { shares: [], until: null }),
  answers(api.safety.listOwnIncidents, { incidents: [] }),
]

it.each([
  ['a reset connection', failing],
  ['silence', (route: RouteDef) => waiting(route)],
])('keeps a ticket on the screen with %s, and reads it again on a retry', async (_, broken) => {
  const screen = await openScreen(`/bookings/${booking.id}`, { token: 'of-ana', answers: whole })
  const drawn = (await screen.role('img', /QR/)).innerHTML
  await until(() => expect(localStorage.getItem(`ticket:${booking.id}`)).not.toBeNull())

  screen.answer(...whole.map(({ route }) => broken(route)))
  await screen.open(`/bookings/${booking.id}`)
  await pass(SLOW_AFTER_MS)
  await screen.text('Tiquete guardado en este dispositivo')
  expect((await screen.role('img', /QR/)).innerHTML).toBe(drawn)
  await screen.text(code)
  await screen.text(/^Sin conexión\. Lo que ves/)
  expect(localStorage.getItem('auth_token')).toBe('of-ana')

  screen.answer(...whole)
  await screen.press('Reintentar')
  await screen.role('heading', 'Cómo va tu reserva')
  await until(() => expect(screen.now().queryByText(/Sin conexión\. Lo que ves/)).toBeNull())
})
