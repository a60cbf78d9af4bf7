// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { AgendaItem } from '#contract/agenda.ts'
import { api } from '#contract/api.ts'
import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import type { TripSummary } from '#contract/trips.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, type StubbedAnswer, waiting } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

// What home says of the next trip in each moment, and of whom the phone knows. It is Friday 20
// November 2026, 8:00 a. m.

const at = (time: string) => new Date(`2026-11-${time}:00-05:00`).toISOString()
const point = {
  ...{ id: ANA.id, name: 'Multicentro', address: 'Cra 5', kind: 'mall' as const },
  ...{ lat: 4.4, lng: -75.2, approximate: false, listed: true },
}

function ofDay(from: string, to: string, over: Parameters<typeof aBooking>[0] = {}): BookingView {
  const base = aBooking()
  return aBooking({
    ...{ status: 'confirmed', state: 'confirmed', viewer: 'passenger', noShow: null },
    from: { ...base.from, name: 'Ibagué', at: at(from), point },
    to: { ...base.to, at: at(to) },
    ...over,
  })
}

const itemOf = ({ id, tripId, from, to, state }: BookingView): AgendaItem => ({
  ...{ kind: 'trip', as: 'passenger', tripId, bookingId: id, seats: 1, count: 1, until: null },
  from: { id: from.id, name: from.name, at: from.at },
  to: { id: to.id, name: to.name, at: to.at },
  ...{ unanswered: state === 'requested', runSheet: false },
})

const agendaOf = (items: AgendaItem[]) =>
  answers(api.agenda.mine, {
    ...{ items, waiting: 0, rejectedDocuments: 0, unread: 0, unreadConversations: 0 },
    ...{ termsFrom: null, opens: 'passenger' },
  })

/** How the trip goes: minutes late, and whether the car was at pick-up. */
function road(
  { from, to, tripId }: BookingView,
  late: number,
  atPickUp = false,
  state: JourneyView['state'] = 'on_the_way',
) {
  const stop = (end: BookingView['from'], passed: boolean) => ({
    ...{ id: end.id, name: end.name, department: end.department, point: end.point },
    ...{ plannedAt: end.at, expectedAt: end.at, arrivedAt: null, passed, doubtful: false },
  })
  const journey: JourneyView = {
    ...{ tripId, state, startedAt: at('20T06:00'), finishedAt: null },
    ...{ delayMinutes: late, isLate: late >= 5, lastArrival: null, asks: null, arrived: null },
    stops: [stop(from, atPickUp), stop(to, false)],
    ...{ mine: { from: from.id, to: to.id }, driver: { name: 'Nelson B.', phone: null } },
    ...{ tripState: 'on_the_way', asOf: at('20T08:00') },
  }
  return answers(api.journeys.show, { journey })
}

const card = () => document.querySelector<HTMLAnchorElement>('[data-slot="now"]')
const words = () =>
  [...(card()?.querySelectorAll('[data-slot]:not([data-slot="driver"])') ?? [])]
    .filter((node) => !node.closest('[hidden]'))
    .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
    .filter(Boolean)
    .join(' | ')

const greeting = () => document.querySelector('h1:has([data-slot])')?.textContent

async function home(...more: StubbedAnswer[]) {
  return openScreen('/', { token: 'of-ana', answers: [...signedIn(), ...more] })
}

async function saying(booking: BookingView, expected: string, ...more: StubbedAnswer[]) {
  await home(agendaOf([itemOf(booking)]), answers(api.bookings.show, { booking }), ...more)
  await until(() => expect(words()).toBe(expected))
  expect(card()?.getAttribute('href')).toBe(`/bookings/${booking.id}`)
}

const evening = ofDay('21T15:14', '21T19:22')
const moved = {
  ...{ agreedAt: at('21T14:14'), changedAt: at('20T07:00') },
  ...{ mayLeaveFree: true, asks: true, acceptedAt: null },
}
const soon = ofDay('20T09:30', '20T13:30')
const aboard = ofDay('20T07:00', '20T11:00', { status: 'checked_in', state: 'checked_in' })

it.each([
  ['confirmed', evening, 'Mañana a Bogotá | 3:14 p. m. | Multicentro'],
  [
    'moved',
    { ...evening, from: { ...evening.from, point: null }, tripChange: moved },
    '¿Te sirve la hora nueva? | Mañana a Bogotá | 3:14 p. m. | 2:14 p. m. | ' +
      'Di si te sirve, o mira cómo salirte',
  ],
  [
    'no place',
    { ...evening, from: { ...evening.from, point: null } },
    'Falta el punto | Mañana a Bogotá | 3:14 p. m. | Acuerda con Nelson B. dónde te subes',
  ],
  [
    'asked',
    { ...evening, status: 'requested', state: 'requested', expiresAt: at('20T18:00') },
    'Esperando respuesta | Mañana a Bogotá | 3:14 p. m. | ' +
      'Nelson B. responde antes de las 6:00 p. m. de hoy',
  ],
  [
    'paused',
    { ...evening, tripPause: { until: at('20T18:00') } },
    'Tu viaje está en pausa | Mañana a Bogotá | 3:14 p. m. | ' +
      'Si no sigue, se cancela antes de las 6:00 p. m. de hoy',
  ],
] as [string, BookingView, string][])('says of a booking: %s', (_, booking, expected) =>
  saying(booking, expected),
)

it.each([
  ['on time', soon, 0, false, 'A tiempo | Hoy a Bogotá | 9:30 a. m. | Multicentro'],
  [
    'late',
    soon,
    91,
    false,
    'Va 1 h 31 min tarde | Hoy a Bogotá | 11:01 a. m. | 9:30 a. m. | Multicentro',
  ],
  [
    'late beyond its planned end',
    ofDay('20T02:00', '20T07:00'),
    360,
    false,
    'Sin noticias del carro | Hoy a Bogotá | 2:00 a. m. | Multicentro',
  ],
  [
    'at the door',
    soon,
    0,
    true,
    'Compara cara y placa | Hoy a Bogotá | Nelson B. ya llegó | Multicentro',
  ],
  ['riding', aboard, 10, true, 'Buen viaje | Hoy a Bogotá | Llegas 11:10 a. m. | Bogotá'],
] as const)('says on the day of travel: %s', (_, booking, late, atPickUp, expected) =>
  saying(booking, `${expected} | Nelson B. | TVN365`, road(booking, late, atPickUp)),
)

it('does not say that a car is in time which has not left', () => {
  const parked = road(soon, 0, false, 'not_started')
  return saying(soon, 'Hoy a Bogotá | 9:30 a. m. | Multicentro | Nelson B. | TVN365', parked)
})

it('says on the card of a first car where the journey ends and where its passenger changes', () => {
  const change = {
    ...{ id: ANA.id, part: 1 as const, otherBookingId: ANA.id, otherOpen: true, expectedAt: null },
    ...{ arrivesAt: evening.to.at, departsAt: at('21T20:30'), changeMinutes: 68, brokenAt: null },
    ...{ changeAt: { placeId: '11001', name: 'Bogotá', point: null }, maySayMissed: false },
  }
  const expected = 'Mañana a Tunja | 3:14 p. m. | Multicentro · cambias en Bogotá'
  return saying({ ...evening, connection: { ...change, endsIn: 'Tunja' } }, expected)
})

it('says that nothing is next to somebody whose phone and account know no trip', async () => {
  await home()
  await until(() => expect(greeting()).toBe('Hola, Ana'))
  await until(() =>
    expect(words()).toBe('Tus viajes | Sin viajes por ahora | Aquí verás el próximo'),
  )
  expect(card()?.getAttribute('href')).toBe('/my-trips')
  await until(() =>
    expect(document.querySelector('[data-slot="balance"]')?.textContent).toMatch(/12\.000/),
  )
})

it('shows the own trip of a driver, and before it what waits for an answer', async () => {
  const trip: TripSummary = {
    ...{ id: aBooking().tripId, status: 'published', state: 'late_to_leave', seats: 3 },
    ...{ departsAt: at('20T07:30'), arrivesAt: at('20T12:00'), stops: [], seatsSold: 2 },
    ...{ requestsPending: 0, paused: null, runSheet: true, seatPrice: 30_000 },
  }
  const ends = itemOf(ofDay('20T07:30', '20T12:00'))
  const own: AgendaItem = { ...ends, as: 'driver', bookingId: null, seats: 2, runSheet: true }
  const request: AgendaItem = { ...own, kind: 'request', until: at('20T18:00'), count: 1 }
  const screen = await home(agendaOf([request, own]), answers(api.trips.mine, { trips: [trip] }))
  const late = 'Tarde para salir | Hoy a Bogotá | 7:30 a. m. | 2 cupos vendidos'
  await until(() => expect(words()).toBe(late))
  expect(card()?.getAttribute('href')).toBe(`/trips/${trip.id}/run`)
  const next = { ...own, from: { ...own.from, at: at('25T07:30') } }
  screen.answer(agendaOf([{ ...request, from: next.from }, next]))
  await screen.open('/')
  const asked =
    '1 solicitud por responder | Ibagué → Bogotá | ' +
    'Mié, 25 de nov, 7:30 a. m. · responde antes de las 6:00 p. m. de hoy.'
  await until(() => expect(words()).toBe(asked))
})

const searches = JSON.stringify([
  { from: { id: '73001', label: 'Ibagué' }, to: { id: '11001', label: 'Bogotá' } },
])
const here = (auth_user_id: string, booking = evening) => ({
  token: 'of-ana',
  answers: [
    ...signedIn().map(({ route }) => waiting(route)),
    answers(api.search.trips, {
      ...{ results: [], total: 0, matching: { exact: 0, corridor: 0, nearby: 0 } },
      nearbyDates: [{ date: '2026-11-22', count: 6 }],
    }),
  ],
  stored: {
    ...{ auth_user_id, auth_user_name: 'Ana', 'recent-searches': searches },
    [`ticket:${booking.id}`]: JSON.stringify({
      ...{ ownerId: ANA.id, booking, ticket: { code: 'ABC234' } },
    }),
  },
})

it('draws what the phone knows before the server answers', async () => {
  // Set by the inline script of web/root.tsx.
  document.documentElement.dataset.session = 'in'
  const screen = await openScreen('/', here(ANA.id))
  await until(() => expect(words()).toBe('Mañana a Bogotá | 3:14 p. m. | Multicentro'))
  expect(greeting()).toBe('Hola, Ana')
  expect((await screen.label('Desde')).value).toBe('Ibagué')
  const again = await screen.role('list', 'Buscar otra vez')
  await until(() =>
    expect([...again.children].map(({ textContent }) => textContent)).toEqual([
      'Ibagué → Bogotádom, 22 de nov: 6 viajes',
      'Bogotá → Ibaguédom, 22 de nov: 6 viajes',
    ]),
  )
})

it.each([
  ['waits for a late car', 'confirmed', '06:30', 'Hoy a Bogotá | 2:00 a. m. | Multicentro'],
  ['has waited for six hours', 'confirmed', '02:00', 'Sin viajes por ahora'],
  ['was used', 'checked_in', '06:30', 'Sin viajes por ahora'],
] as const)(
  'draws a ticket of the phone past its arrival when it %s',
  async (_, state, end, said) => {
    document.documentElement.dataset.session = 'in'
    const start = end === '02:00' ? '19T22:00' : '20T02:00'
    const booking = ofDay(start, `20T${end}`, { status: state, state })
    await openScreen('/', here(ANA.id, booking))
    await until(() => expect(words()).toMatch(said))
  },
)

it('draws no ticket of another account', async () => {
  document.documentElement.dataset.session = 'in'
  await openScreen('/', here('01890000-0000-7000-8000-0000000000a9'))
  await until(() => expect(words()).toMatch('Sin viajes por ahora'))
})

it('shows nothing of a person after the log-out', async () => {
  const booking = answers(api.bookings.show, { booking: evening })
  const screen = await home(
    agendaOf([itemOf(evening)]),
    booking,
    answers(api.auth.logout, { message: 'ok' }),
  )
  await until(() => expect(words()).toMatch('Multicentro'))
  await screen.user.click(
    screen.now().getAllByRole('button', { name: 'Cerrar Sesión' })[0] as Element,
  )
  await until(() => expect(greeting()).toBe('Hola'))
  expect(words()).toMatch('Sin viajes por ahora')
  expect(document.body.textContent).not.toMatch(/Ana|Multicentro|12\.000/)
})
