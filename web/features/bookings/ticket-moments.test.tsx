// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { BookingView } from '#contract/booking-view.ts'
import type { LostTerm, RescueView } from '#contract/connections-rescues.ts'
import type { JourneyView } from '#contract/journeys.ts'
import type { SearchDriver, SearchResult } from '#contract/search.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, failing } from '#test/screen-answers.ts'
import { signedIn } from '#test/screen-people.ts'
import { booking, ticketAnswers } from '#test/screen-tickets.ts'
import { aTrip } from '#test/screen-trips.ts'

// What a ticket and the page of the other car say first. It is Friday, 8:00 in Bogotá.

const AT = (hour: string) => new Date(`2026-11-20T${hour}:00-05:00`).toISOString()
const page = () => (document.body.textContent ?? '').replaceAll(/[\s\u00A0]+/g, ' ')
const point = {
  ...{ id: booking.id, name: 'Terminal, puerta 3', address: 'Calle 1', kind: 'terminal' as const },
  ...{ lat: 4.6, lng: -74.1, approximate: false, listed: true },
}

const olga: SearchDriver = {
  ...{ ...aTrip().driver, id: booking.id, memberSince: AT('07:00'), name: 'Olga R.' },
  ...{ rating: { average: 4.8, count: 12 }, badges: [] },
}

function rescue(over: Partial<RescueView> & { price: number }): RescueView {
  const { price, ...rest } = over
  const end = (row: number, name: string, hour: string) => {
    return { id: `${booking.id}.${row}`, name, at: AT(hour) }
  }
  const [from, to] = [end(0, 'Cali', '11:00'), end(1, 'Bogotá', '15:08')]
  const part = { tripId: booking.id, driver: olga, from, to, meetingPoint: 'Terminal, puerta 3' }
  const kept = { parts: [part], price, note: null, lacks: [] }
  return {
    ...{ status: 'offered', kept, others: [], mayTake: true, fareBefore: 40_000, cover: 0 },
    ...{ more: Math.max(0, price - 40_000), missing: 0, byWallet: true, asked: 0 },
    ...{ takeUpTo: null, expiresAt: AT('08:20'), newBookingIds: [], serverTime: AT('08:00') },
    ...rest,
  }
}

const openRescue = (given: RescueView, over: Partial<BookingView> = {}) => {
  const shown = { ...booking, status: 'trip_cancelled', state: 'trip_cancelled', ...over } as const
  return openScreen(`/bookings/${booking.id}/otro-carro`, {
    token: 'of-ana',
    answers: [
      ...signedIn(),
      answers(api.bookings.show, { booking: shown }),
      answers(api.connections.rescue, { rescue: given }),
    ],
  })
}

it('shows the hour of the kept car first, who drives it and where it picks up', async () => {
  const screen = await openRescue(rescue({ price: 40_000 }), { seats: 2 })
  await screen.title(/^Te guardamos 2 cupos para hoy\s?11:00/)
  await until(() => expect(page()).toMatch(/Cali → Bogotá, llegas 3:08 p\. m\./))
  expect((await screen.text(/^5:45/)).tagName).toBe('DEL')
  expect((await screen.role('link', 'Olga R.')).getAttribute('href')).toContain(booking.id)
  await screen.text('Terminal, puerta 3')
  await screen.role('button', 'Tomar estos 2 cupos')
})

it('says before the press what the failed trip offered and the kept car does not', async () => {
  const given = rescue({ price: 40_000 })
  const kept = given.kept && { ...given.kept, lacks: ['pets', 'wheelchair'] as LostTerm[] }
  const others = kept ? [{ ...kept, note: 'audience' as const }] : []
  await openRescue({ ...given, kept, others })
  await until(() =>
    expect(page()).toContain(
      'Distinto de tu viaje: este carro no acepta mascotas; no dice que quepa una silla de ruedas.',
    ),
  )
  expect(page()).toContain('también viajan hombres o personas sin verificar')
})

it.each([
  [{ price: 40_000 }, 'lo mismo que antes'],
  [{ price: 35_200 }, '$ 4.800 menos'],
  [{ price: 46_000, cover: 5_000 }, 'Cupo pone $ 5.000 · $ 1.000 más'],
])('says what the kept car costs against the failed one: %o', async (given, words) => {
  const screen = await openRescue(rescue(given))
  await screen.role('button', 'Tomar este cupo')
  await until(() => expect(page()).toContain(words))
  expect(page()).not.toContain('$ 0 más')
})

/** Opens the ticket of a request that is answered tomorrow before 9. */
function openRequest(facts: Partial<BookingView> = {}) {
  const expiresAt = new Date('2026-11-21T09:00:00-05:00').toISOString()
  const asked = { ...booking, status: 'requested', state: 'requested', expiresAt } as const
  const can = { ...asked.can, showTicket: false }
  return openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers,
      answers(api.bookings.show, { booking: { ...asked, can, ...facts } }),
    ],
  })
}

it('says until when a paused trip with an open request is cancelled', async () => {
  const cancelledAt = new Date('2026-11-21T12:00:00-05:00').toISOString()
  await openRequest({ tripPause: { until: cancelledAt } })
  const words = /El viaje está en pausa mientras lo revisamos\. Si mañana a las 12:00/
  await until(() => expect(page()).toMatch(words))
})

it('says once until when the driver answers, with the day', async () => {
  const screen = await openRequest()
  await screen.title(/^Nelson responde antes de\slas\s9:00\sa\.\sm\.\sde\smañana$/)
  expect(page().split('9:00 a. m.')).toHaveLength(2)
})

it('shows a cancellation with its reason, then other trips, and last the stars', async () => {
  const cancelReason = 'Se me dañó el carro'
  const state = 'trip_cancelled' as const
  const lost = { ...booking, status: state, state, cancelReason }
  const tripId = booking.id.replace(/1$/, '9')
  const other: SearchResult = {
    ...{ tripId, fromStopId: `${tripId}.0`, toStopId: `${tripId}.1`, match: 'exact' },
    ...{ from: { placeId: '76001', name: 'Cali' }, to: { placeId: '11001', name: 'Bogotá' } },
    ...{ departsAt: AT('10:00'), arrivesAt: AT('14:00'), price: 80_000, seats: 3, km: 400 },
    ...{ seatsLeft: 2, instant: true, needsApproval: false, paymentModes: ['billetera'] },
    ...{ womenOnly: false, verifiedOnly: false, pets: false, wheelchair: false },
    ...{ childSeat: false, driver: olga, meetingPoint: null, awayKm: null },
  }
  const screen = await openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers,
      answers(api.bookings.show, { booking: { ...lost, can: { ...lost.can, showTicket: false } } }),
      answers(api.connections.rescue, { rescue: null }),
      answers(api.ratings.ofBooking, {
        rating: {
          ...{ bookingId: booking.id, about: booking.driver, as: 'driver', outcome: 'cancelled' },
          ...{ closesAt: null, mine: null, theirs: null, notTogether: null },
          can: { rate: true, reply: false, notTogether: false },
        },
      }),
      answers(api.search.trips, {
        ...{ results: [other], total: 1, matching: { exact: 1, corridor: 0, nearby: 0 } },
        nearbyDates: [],
      }),
    ],
  })
  await screen.role('heading', 'Califica a Nelson B.')
  const order = new RegExp(
    'canceló el viaje«Se me dañó el carro».*Otros viajes cerca de tu hora.*con Olga R\\.' +
      '.*Ayuda y más.*Califica a Nelson B\\.',
  )
  await until(() => expect(page()).toMatch(order))
})

/** The ticket on its day; `arrivedAt`: when the driver pressed the arrival at the pick-up. */
const openToday = async (arrivedAt: string | null, over: Partial<JourneyView> = {}) => {
  const [from, to] = [booking.from, booking.to].map((stop) => ({ ...stop, at: AT('07:10'), point }))
  if (!from || !to) throw new Error('a booking without ends')
  const stop = (end: typeof from, at: string | null): JourneyView['stops'][number] => ({
    ...{ id: end.id, name: end.name, department: end.department, point, doubtful: false },
    ...{ plannedAt: end.at, expectedAt: end.at, arrivedAt: at, passed: at !== null },
  })
  const journey: JourneyView = {
    ...{ tripId: booking.tripId, state: 'on_the_way', startedAt: AT('06:00'), finishedAt: null },
    ...{ delayMinutes: 0, isLate: false, asks: null, arrived: null, tripState: 'on_the_way' },
    stops: [stop(from, arrivedAt), stop(to, null)],
    lastArrival: arrivedAt ? { name: from.name, at: arrivedAt } : null,
    mine: { from: from.id, to: to.id },
    ...{ driver: { name: 'Nelson B.', phone: null }, asOf: AT('08:00') },
    ...over,
  }
  const can = { ...booking.can, cancel: true, leaveLate: true }
  const dropOff = { to: { ...to, at: AT('14:00') }, expectedAt: AT('14:50') }
  const shown = { ...booking, from, ...dropOff, can }
  return openScreen(`/bookings/${booking.id}`, {
    token: 'of-ana',
    answers: [
      ...ticketAnswers,
      answers(api.bookings.show, { booking: shown }),
      answers(api.journeys.show, { journey }),
    ],
  })
}

it.each([
  [AT('07:55'), 'Nelson ya llegó', 'Cancelar mi cupo'],
  [null, /^7:10/, 'El conductor no llegó'],
])('names leaving by whether the driver is there: %s', async (arrivedAt, title, word) => {
  const screen = await openToday(arrivedAt)
  await screen.title(typeof title === 'string' ? new RegExp(`^${title}`) : title)
  await screen.role('button', new RegExp(`^${word}`))
  const now = await screen.role('region', 'Ahora')
  await until(() => expect(now.textContent).toMatch(/Kia Rio.*TVN365/))
})

it.each([
  ['on_the_way', '07:00', 'Nelson llega por ti a las antes'],
  ['on_the_way', '07:10', 'Nelson llega por ti después de las antes'],
  ['not_started', '07:00', 'Nelson llega por ti después de las antes'],
  ['on_the_way', '14:30', 'Va 50 min tarde'],
  ['on_the_way', '14:50', 'Sin noticias del carroahoraNelson debía recogerte a las7:10'],
] as const)(
  'promises no hour of a late car before it has left, or overdue: %s, %s',
  async (state, hour, words) => {
    const asOf = AT(hour)
    const screen = await openToday(null, { state, isLate: true, delayMinutes: 50, asOf })
    vi.setSystemTime(new Date(asOf))
    await screen.open(`/bookings/${booking.id}`)
    await until(() => expect(page()).toContain(words))
  },
)

it.each([
  ['before boarding', {}, true],
  ['aboard', { status: 'checked_in', state: 'checked_in', boardedAt: AT('07:05') }, false],
  ['from the wallet', { paymentMode: 'billetera' }, false],
] as const)(
  'says that the driver is paid in person only while that is due: %s',
  async (_, over, is) => {
    const shown = { ...booking, paymentMode: 'directo' as const, ...over }
    const answered = [...ticketAnswers, answers(api.bookings.show, { booking: shown })]
    const screen = await openScreen(`/bookings/${booking.id}`, {
      token: 'of-ana',
      answers: [
        ...answered,
        ...[api.ratings.ofBooking, api.rewards.ofBooking, api.search.trips].map(failing),
      ],
    })
    await screen.text('Tu reserva')
    expect(page().includes('Tu reservaLe pagas al conductor en efectivo')).toBe(is)
  },
)
