// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { TripView } from '#contract/trips.ts'
import { openRows } from '#test/open-rows.ts'
import { openScreen, until } from '#test/screen.tsx'
import { answers, answersById, failing, refuses, type StubbedAnswer } from '#test/screen-answers.ts'
import {
  ana,
  CONNECTION,
  connection,
  FIRST,
  id,
  iso,
  type Over,
  openTicket,
  POINT,
  part,
  SECOND,
  TRIP_1,
  TRIP_2,
  terminal,
  text,
  ticketAnswers,
} from '#test/screen-connections.ts'
import { signedIn } from '#test/screen-people.ts'
import { ticketOf } from '#test/screen-tickets.ts'
import { aTrip } from '#test/screen-trips.ts'

// A trip with one change of car: Bogotá → Ibagué with Nelson, then Ibagué → Cali with Olga.
// It is Friday, 8:00 in Bogotá.

function tripOf(tripId: string, day: string, from: number, to: number): TripView {
  const trip = aTrip()
  const corridor = trip.corridor.map((stop, row) => ({
    ...stop,
    ...{ id: `${tripId}.${row}`, at: iso(`${day}:0${row}`) },
    point: row === 2 ? terminal : stop.point,
  }))
  const [on, off] = [corridor[from], corridor[to]]
  return aTrip({
    ...{ id: tripId, corridor, stops: corridor, legs: [] },
    ...{ departsAt: on?.at ?? '', arrivesAt: off?.at ?? '' },
    driver: { ...trip.driver, id: id(50), memberSince: on?.at ?? '', name: 'Nelson B.' },
    vehicle: { ...trip.vehicle, id: id(51) },
    segment: {
      ...{ fromStopId: on?.id ?? '', toStopId: off?.id ?? '', price: 28_000, seatsLeft: 2 },
      ...{ departsAt: on?.at ?? '', arrivesAt: off?.at ?? '', km: 200 },
      ...{ needsApproval: false, answerUntil: null },
    },
  })
}

const trips = (over: Partial<TripView> = {}) => [
  { trip: tripOf(TRIP_1, '2026-11-27T06', 0, 2) },
  { trip: { ...tripOf(TRIP_2, '2026-11-27T09', 2, 3), ...over } },
]

const query = `p1=${TRIP_1}.${TRIP_1}.0.${TRIP_1}.2&p2=${TRIP_2}.${TRIP_2}.2.${TRIP_2}.3`
const PAGE = `/connections/book?${query}&point=${POINT}`

function reviewAnswers(balance: number, [one, two] = trips()): StubbedAnswer[] {
  const wallet = { balance, held: 0, debt: 0, disputed: 0, wallet_id: id(60) }
  return [
    ...signedIn(ana),
    answers(api.wallet.balance, wallet),
    answersById(api.trips.show, { [TRIP_1]: one, [TRIP_2]: two } as never),
    answers(api.seatKeeps.mine, { keep: null }),
    answers(api.bookings.terms, { freeReturnsLeft: 2 }),
    answers(api.safePoints.list, {
      place: { id: '73001', name: 'Ibagué', department: 'Tolima' },
      points: [],
    }),
    failing(api.standing.showMarks),
  ]
}

const openReview = (given: StubbedAnswer[]) =>
  openScreen(`${PAGE}&sube=acordar`, { token: 'of-ana', answers: given })

it('reviews both parts with one price, its two lines and the point of the change', async () => {
  const screen = await openReview(reviewAnswers(100_000))
  await screen.role('button', /^Reservar y pagar \$\s56\.000$/)
  expect(text()).toMatch(/3 h para cambiar de carro en Terminal de Ibagué, en el mismo punto/)
  expect(text()).toMatch(/Bogotá → Cali/)
  expect(text()).toMatch(/Si cancelas hasta .* te devolvemos todo/)
  expect(text()).toMatch(/Dos conductores: si uno falla antes de que subas/)
  expect(text()).toMatch(
    /Bogotá → Ibagué1 cupo × \$ 28\.000\$ 28\.000Ibagué → Cali1 cupo × \$ 28\.000\$ 28\.000Total/,
  )
  screen.answer(
    answers(api.connections.book, { connectionId: CONNECTION, bookings: [part(1), part(2)] }),
    ...ticketAnswers(part(1), part(2)),
  )
  await screen.press(/^Reservar y pagar/)
  await until(() => expect(location.pathname).toBe(`/bookings/${FIRST}`))
  expect(screen.sent('POST /connections')).toEqual({
    parts: [
      { tripId: TRIP_1, fromStopId: `${TRIP_1}.0`, toStopId: `${TRIP_1}.2` },
      { tripId: TRIP_2, fromStopId: `${TRIP_2}.2`, toStopId: `${TRIP_2}.3` },
    ],
    changePointId: POINT,
    seats: 1,
    expectedPrice: 56_000,
  })
})

it('keeps both parts and tops up what is missing for both with one press', async () => {
  const screen = await openReview(reviewAnswers(40_000))
  await screen.role('button', /^Recargar \$\s\d+\.000 y reservar$/)
  screen.answer(refuses(api.seatKeeps.keepBoth, 'seats_unavailable', { details: { part: 2 } }))
  await screen.press(/^Recargar/)
  await screen.text(/No apartamos el cupo y tu dinero sigue igual/)
  expect(screen.sent('POST /connections/keeps')).toMatchObject({ seats: 1, parts: [{}, {}] })
})

it('says which car a refusal is about', async () => {
  const screen = await openReview(reviewAnswers(100_000))
  screen.answer(refuses(api.connections.book, 'seats_unavailable', { details: { part: 2 } }))
  await screen.press(/^Reservar y pagar/)
  await screen.text(/^Segundo carro: /)
  await screen.role('link', 'Buscar otro viaje')
})

it.each([
  [{ bookingRefusal: 'Este viaje ya no se puede reservar.' }, /ya no se puede reservar/],
  [{ segment: null }, /Este cambio de carro ya no se puede reservar/],
])('leads back to the results when a part cannot be booked: %o', async (over, words) => {
  const screen = await openReview(reviewAnswers(100_000, trips(over)))
  await screen.text(words)
  await screen.role('link', 'Buscar otro viaje')
})

it('asks a visitor to log in, and comes back', async () => {
  await openScreen(PAGE, { answers: [] })
  await until(() => expect(location.pathname).toBe('/login'))
  expect(new URLSearchParams(location.search).get('returnTo')).toContain('/connections/book?p1=')
})

it('says until when to answer a moved hour that leaves no time to change cars', async () => {
  const tripChange = {
    ...{ agreedAt: iso('2026-11-20T08:00'), changedAt: iso('2026-11-19T08:00') },
    ...{ mayLeaveFree: true, asks: true, acceptedAt: null },
  }
  const tight = { changeMinutes: 15 }
  await openTicket(part(1, { tripChange }, tight), part(2, {}, tight))
  await until(() =>
    expect(text()).toMatch(
      /Quedan 15 min para cambiar de carro.*8:35.* soltamos sin costo el cupo de tu segundo/,
    ),
  )
})

it('returns as many seats of both cars, and says the sum before and after', async () => {
  const three = { seats: 3, refundPerSeats: [14_000, 28_000] }
  const [first, second] = [
    part(1, { ...three, price: 84_000 }),
    part(2, { ...three, price: 90_000 }),
  ]
  const screen = await openTicket(first, second)
  await screen.text('Devolver algunos cupos')
  await openRows()
  await until(() =>
    expect(text()).toMatch(/Te devolvemos \$ 28\.000, te quedan 2 cupos en cada carro/),
  )
  expect(text()).toMatch(/Los otros \$ 30\.000 son para los conductores/)
  expect(text()).toMatch(/Cambian el QR y el código de los dos carros/)
  const two = { seats: 2, refundPerSeats: [14_000] }
  const left = [part(1, { ...two, price: 56_000 }), part(2, { ...two, price: 60_000 })] as const
  const tickets = [ticketOf(left[0], 'CCC333'), ticketOf(left[1], 'DDD444')] as const
  screen.answer(
    answers(api.connections.giveBack, {
      ...{ connectionId: CONNECTION, bookings: [...left], refunded: 28_000 },
    }),
    answersById(api.bookings.show, {
      [FIRST]: { booking: left[0] },
      [SECOND]: { booking: left[1] },
    }),
    answersById(api.bookings.ticket, { [FIRST]: tickets[0], [SECOND]: tickets[1] }),
  )
  await screen.press('Devolver 1 cupo')
  await until(() =>
    expect(text()).toMatch(
      /Devolviste 1 cupo de cada carro\. Volvieron \$ 28\.000 a tu billetera\. Les avisamos/,
    ),
  )
  expect(screen.sent(`POST /connections/${CONNECTION}/give-back`)).toEqual({
    ...{ seats: 1, expectedRefund: 28_000 },
  })
  await screen.text('CCC333')
  await screen.text('DDD444')
})

it('shows both cars on one ticket, and keeps both on this device', async () => {
  const screen = await openTicket(part(1), part(2), SECOND)
  await screen.role('heading', 'Segundo carro')
  expect(await screen.text('AAA111')).toBeTruthy()
  expect(text()).toMatch(/Segundo carro.*Olga M\./)
  await until(() => {
    expect(localStorage.getItem(`ticket:${FIRST}`)).toContain('AAA111')
    expect(localStorage.getItem(`ticket:${SECOND}`)).toContain('BBB222')
  })
  screen.answer(failing(api.bookings.show), failing(api.bookings.ticket))
  await screen.open(`/bookings/${SECOND}`)
  await screen.text('Tiquete guardado en este dispositivo')
  await screen.role('heading', 'Segundo carro')
  await screen.text('AAA111')
})

const aboard: Over = {
  ...{ status: 'checked_in', state: 'checked_in', boardedAt: iso('2026-11-20T08:31') },
  can: { showTicket: false, cancel: false },
}

it.each([
  [
    '2026-11-20T09:52',
    /Tu primer carro va 12 min tarde.*Tu cambio sigue en pie: Olga sale a las 10:35/,
  ],
  ['2026-11-20T09:40', /Tu primer carro va a tiempo.*Cambias de carro a las 9:40/],
  ['2026-11-20T06:59', /Tu primer carro llegaba a las 6:59.*Cambias al carro de Olga/],
  [
    '2026-11-20T10:50',
    /Tu primer carro va 1 h 10 min tarde.*No alcanzas el carro de Olga.*Llegas a las 10:50/,
  ],
])('says aboard the first car how the change stands: %s', async (expected, words) => {
  const change = { expectedAt: iso(expected) }
  const screen = await openTicket(part(1, aboard, change), part(2, {}, change))
  await screen.role('heading', 'Primer carro')
  await until(() => expect(text()).toMatch(words))
  await screen.role('link', 'Ver todo de este carro')
})

it('says before the first car has come that it comes too late for the second', async () => {
  const change = { expectedAt: iso('2026-11-20T10:50') }
  await openTicket(part(1, {}, change), part(2, {}, change))
  const words = /Así no alcanzas este carro: el primero llegaría a las 10:50.*sale a las 10:35/
  await until(() => expect(text()).toMatch(words))
})

it('reads out the first car in an emergency while its passenger is in it', async () => {
  const vehicle = { ...part(1).vehicle, plate: 'ABC123' }
  const screen = await openTicket(part(1, { ...aboard, vehicle }), part(2))
  await screen.role('heading', 'Primer carro')
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition: (_: unknown, fail: () => void) => fail() },
  })
  await screen.press('Emergencia')
  await screen.text('ABC 123')
  expect(text()).toMatch(/PlacaABC 123.*ConduceNelson B\./)
})

it('says of two cars which driver registered the passenger', async () => {
  const over = { status: 'completed', state: 'completed' } as const
  const denial = { until: iso('2026-11-21T13:00'), openedAt: null, decided: false }
  const second = part(2, { ...over, denial, can: { deny: true } })
  const other = [failing(api.rewards.ofBooking), failing(api.search.trips)]
  const given = [...ticketAnswers(part(1, over), second), ...other]
  const screen = await openScreen(`/bookings/${FIRST}`, { token: 'of-ana', answers: given })
  await screen.text(/^Olga M\. registró tu subida\. Si no viajaste, dilo antes de/)
})

it('says before the press what "No alcancé" does, and sends it', async () => {
  const change = { expectedAt: iso('2026-11-20T10:50'), maySayMissed: true }
  const [one, two] = [part(1, aboard, change), part(2, {}, change)]
  const screen = await openTicket(one, two)
  await screen.press('No alcancé el segundo carro')
  await screen.text(/te devolvemos \$\s30\.000; si no, una persona de Cupo decide/)
  const released = part(2, {
    ...{ status: 'cancelled_by_passenger', state: 'cancelled_by_passenger', refunded: 30_000 },
    ...{ charged: 0, connection: connection(2, { brokenAt: iso('2026-11-20T10:30') }) },
    leftBecause: 'other_car',
    can: { showTicket: false, cancel: false },
  })
  screen.answer(
    answers(api.connections.missed, { connectionId: CONNECTION, bookings: [one, released] }),
    answers(api.connections.rescue, { rescue: null }),
    answersById(api.bookings.show, { [FIRST]: { booking: one }, [SECOND]: { booking: released } }),
  )
  const here = { coords: { latitude: 4.4, longitude: -75.2 } }
  const getCurrentPosition = (found: (at: typeof here) => void) => found(here)
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { getCurrentPosition },
  })
  await screen.press('No alcancé')
  await screen.text('Ya no podías contar con el otro carro')
  expect(screen.sent(`POST /connections/${CONNECTION}/missed`)).toEqual({
    position: { lat: 4.4, lng: -75.2 },
  })
  Reflect.deleteProperty(navigator, 'geolocation')
  expect(screen.count(`POST /connections/${CONNECTION}/missed`)).toBe(1)
})

it('heads the ticket with the town where the person ends, and says the sum of both', async () => {
  const screen = await openTicket(part(1, {}, { endsIn: 'Cali' }), part(2))
  expect((await screen.now().findAllByText('Bogotá → Cali')).length).toBeGreaterThan(0)
  expect(text()).toMatch(/Tu reserva.*Los dos carros.*\$\s58\.000/)
})

it('says what one car costs when the other one failed', async () => {
  const failed = { status: 'cancelled_by_driver', state: 'cancelled_by_driver' } as const
  const screen = await openTicket(part(1), part(2, failed), FIRST)
  await screen.text(/^1 cupo · \$\s28\.000$/)
  expect(text()).not.toContain('Los dos carros')
})

it.each([
  ['both are ahead', {}],
  ['the person is in the first car', aboard],
])('lists both parts as one entry while %s', async (_when, first) => {
  const list = { bookings: [part(1, first), part(2)], totalPages: 1 }
  const screen = await openScreen('/my-trips?ver=pasajero', {
    token: 'of-ana',
    answers: [
      ...signedIn(ana),
      answers(api.tripDrafts.show, { draft: null }),
      answers(api.alerts.mine, { active: [], past: [] }),
      answers(api.bookings.list, list),
      answers(api.ratings.waiting, { waiting: [] }),
      failing(api.verification.listDocuments),
    ],
  })
  const card = await screen.role('article', /^Reserva de Bogotá a Cali/)
  expect(card.textContent).toMatch(/\$\s58\.000.*Con Nelson B\. y Olga M\., con cambio en Ibagué/)
  await until(() => expect(screen.now().queryByText('Busco cupo')).not.toBeNull())
  expect(screen.now().queryByRole('list', { name: 'Después' })).toBeNull()
})
