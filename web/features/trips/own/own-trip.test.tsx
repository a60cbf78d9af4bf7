// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { BookingView } from '#contract/booking-view.ts'
import type { RunSheet } from '#contract/journeys.ts'
import type { TripState, TripView } from '#contract/trips.ts'
import { openScreen, type Screen, until } from '#test/screen.tsx'
import { answers, failing, type StubbedAnswer } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { ANA, signedIn } from '#test/screen-people.ts'
import { aTrip } from '#test/screen-trips.ts'

// It is Friday, 8:00 in Bogotá. Each moment has one head, one main action, and the rest in rows.

const tripId = '01890000-0000-7000-8000-0000000000c1'
const iso = (at: string) => new Date(`${at}:00-05:00`).toISOString()
const id = (end: number) => `01890000-0000-7000-8000-0000000000${end}`

type Over = Omit<Partial<TripView>, 'own'> & {
  state?: TripState
  finishedAt?: string | null
  departs?: string
}

/** Ana's trip from Bogotá to Cali with three seats, of which one is sold. */
function ownTrip({ state = 'to_leave', finishedAt = null, departs, ...over }: Over): TripView {
  const departsAt = iso(departs ?? '2026-12-13T07:00')
  const arrivesAt = new Date(Date.parse(departsAt) + 9 * 3_600_000).toISOString()
  const { corridor } = aTrip()
  const places = corridor.map((stop, row) => ({
    ...stop,
    id: `${tripId}.${row}`,
    at: new Date(Date.parse(departsAt) + row * 3 * 3_600_000).toISOString(),
  }))
  const trip = aTrip({
    ...{ id: tripId, viewer: 'driver', departsAt, arrivesAt, corridor: places },
    stops: places.filter(({ declared }) => declared),
    legs: [
      { fromStopId: `${tripId}.0`, toStopId: `${tripId}.2`, price: 40_000, seatsLeft: 2 },
      { fromStopId: `${tripId}.2`, toStopId: `${tripId}.3`, price: 50_000, seatsLeft: 3 },
    ],
    bookingRefusal: 'No puedes reservar en tu propio viaje.',
    can: { book: false, cancel: true, pause: true, resume: false, checkIn: false },
    own: { state, finishedAt, seatEarns: 81_000 },
    ...over,
  })
  return {
    ...trip,
    driver: { ...trip.driver, id: ANA.id, memberSince: departsAt },
    vehicle: { ...trip.vehicle, id: id(90) },
  }
}

const absent = { status: 'no_show', state: 'no_show_disputed' } as const

const booked = (over: Partial<BookingView> = {}): BookingView =>
  aBooking({
    ...{ tripId, id: id(10), status: 'confirmed', state: 'confirmed', noShow: null },
    ...{ driverEarns: 72_900, driverMoneyPart: 'to_come' },
    ...(over as object),
  })

function aSheet(over: Partial<RunSheet> = {}): RunSheet {
  const point = {
    ...{ id: id(70), name: 'Terminal, puerta 3', address: 'Calle 1', kind: 'terminal' as const },
    ...{ lat: 4.6, lng: -74.1, approximate: false, listed: true },
  }
  const at = iso('2026-11-20T09:00')
  const stop = (row: number, name: string) => ({
    ...{ id: `${tripId}.${row}`, name, department: 'Valle', point: null, arrivedAt: null },
    ...{ plannedAt: at, expectedAt: at, passed: false, doubtful: false },
    ...{ getsOn: [], getsOff: [], meetings: [], detour: { km: 0, minutes: 0 } },
  })
  const camila = {
    ...{ bookingId: id(10), name: 'Camila O.', photoUrl: null, seats: 1, phone: null, to: 'Cali' },
    ...{ boarding: 'waiting' as const, aboardSaid: null, canClaimNoShow: false, collect: null },
    ...{ paymentMode: 'billetera' as const, connection: null, rescued: false },
  }
  return {
    ...{ tripId, state: 'not_started', departsAt: at, startedAt: null, finishedAt: null },
    ...{ finishDoubtful: false, delayMinutes: 0, isLate: false, requests: 0 },
    stops: [{ ...stop(0, 'Bogotá'), point, getsOn: [camila] }, stop(3, 'Cali')],
    ...{ detour: { km: 0, minutes: 0 }, startsFrom: at, startsUntil: at, asOf: at },
    can: { start: true, arrive: [], undo: null, finish: false, undoFinishUntil: null },
    timeProof: 'proof',
    ...over,
  }
}

const waitingRating = (bookingId: string, name: string) => ({
  ...{ bookingId, as: 'passenger' as const, from: 'Bogotá', to: 'Cali' },
  about: { ...booked().passenger, name },
  ...{ at: iso('2026-11-20T06:00'), closesAt: iso('2026-12-04T06:00') },
})

type Given = { bookings?: BookingView[]; sheet?: RunSheet; rate?: string[]; more?: StubbedAnswer[] }

const open = (trip: TripView, given: Given = {}): Promise<Screen> => {
  const { bookings = [booked()], sheet, rate = [], more = [] } = given
  return openScreen(`/trips/${tripId}?ver=conductor`, {
    token: 'of-ana',
    answers: [
      ...signedIn({ ...ANA, roles: ['passenger', 'driver'] }),
      answers(api.trips.show, { trip }),
      answers(api.bookings.forTrip, { bookings }),
      answers(api.rideRequests.forTrip, { wanted: [], alerted: 0 }),
      answers(api.ratings.waiting, {
        waiting: rate.map((name, row) => waitingRating(bookings[row]?.id ?? '', name)),
      }),
      answers(api.journeys.runSheet, { sheet: sheet ?? aSheet() }),
      answers(api.impact.ofTrip, { avoided: { seats: 0, km: 0, co2Kg: 0, cars: 0 } }),
      // Without them, nothing is offered about messages on this device.
      failing(api.notifications.preferences),
      ...more,
    ],
  })
}

/** Shows the trip as it is later. */
async function reopen(screen: Screen, trip: TripView) {
  screen.answer(answers(api.trips.show, { trip }))
  await screen.open(`/trips/${tripId}?ver=conductor`)
  return await shown(screen)
}

const words = (node: HTMLElement) => (node.textContent ?? '').replaceAll(/[\s\u00A0]+/g, ' ')

/** Texts of the head, of the bar with the main action, and of the folded rows. */
async function shown(screen: Screen) {
  const head = words(await screen.role('region', 'Ahora'))
  const rows = await screen.role('list', 'Más de este viaje')
  const bar = document.querySelector<HTMLElement>('[data-action-bar]')
  return {
    head,
    title: words(screen.now().getByRole('heading', { level: 1 })),
    main: [...(bar?.querySelectorAll('a, button') ?? [])].map((each) => words(each as HTMLElement)),
    rows: [...rows.children].map((row) => words(row.querySelector('span > span > span') as never)),
  }
}

it('fills the car weeks before: seats, money so far and when full, and sharing', async () => {
  const screen = await open(ownTrip({}))
  await screen.role('button', 'Compartir viaje')
  expect(await shown(screen)).toEqual({
    head:
      'dom, 13 de dic · 7:00 a. m.Faltan 23 díasBogotá → Cali1 de 3 cupos vendidos' +
      'Llevas $ 72.900 · lleno recibes $ 234.900',
    title: 'Bogotá → Cali1 de 3 cupos vendidos',
    main: ['Compartir viaje'],
    rows: ['Recorrido y encuentros', 'Condiciones y carro', 'Cambiar o cancelar'],
  })
})

it('says what the full car brings while nobody has booked', async () => {
  const screen = await open(ownTrip({}), { bookings: [] })
  expect((await shown(screen)).head).toMatch(/Lleno recibes \$ \d/)
})

it.each([
  [[], 'Todavía nadie ha tomado un cupo. Te avisamos aquí cuando alguien reserve.'],
  [[absent], 'Ahora nadie tiene cupo. Te avisamos aquí cuando alguien reserve.'],
] as const)('says that nobody has a seat, also after somebody had one: %#', async (ended, text) => {
  const screen = await open(ownTrip({}), { bookings: ended.map((each) => booked(each)) })
  await screen.text(text)
})

it('says of a passenger that her first driver failed', async () => {
  const screen = await open(ownTrip({}), { bookings: [booked({ rescued: true })] })
  await screen.text('Viene de un viaje cancelado')
})

it('counts no point as open on which the passenger of a stop agreed', async () => {
  const trip = ownTrip({})
  const stops = trip.stops.map((stop) => ({ ...stop, point: null }))
  const { from } = booked()
  const point = {
    ...{ id: id(70), name: 'Terminal', address: 'Calle 1', kind: 'terminal' as const },
    ...{ lat: 4.6, lng: -74.1, approximate: false, listed: true },
  }
  const at = (row: number, agreed: typeof point | null) => ({
    ...{ ...from, id: `${tripId}.${row}`, point: agreed },
  })
  const ana = booked({ from: at(0, point), to: at(3, null) })
  const screen = await open({ ...trip, stops }, { bookings: [ana] })
  await screen.text(`${stops.length} paradas · ${stops.length - 1} puntos por acordar`)
})

it('says how many passengers a moved hour suits', async () => {
  const change = { agreedAt: iso('2026-12-13T06:00'), changedAt: iso('2026-11-20T06:00') }
  const moved = (row: number, over: object) =>
    booked({
      id: id(row),
      tripChange: { ...change, mayLeaveFree: true, asks: false, acceptedAt: null, ...over },
    })
  const acceptedAt = iso('2026-11-20T07:00')
  const bookings = [moved(10, { acceptedAt }), moved(11, { acceptedAt }), moved(12, { asks: true })]
  const screen = await open(ownTrip({}), { bookings: [...bookings, booked({ id: id(13) })] })
  await screen.text('2 de 3 dijeron que les sirve la hora nueva.')
})

it('says what direct payments leave, since no wallet receives it', async () => {
  const screen = await open(ownTrip({}), { bookings: [booked({ paymentMode: 'directo' })] })
  expect((await shown(screen)).head).toContain('lleno te quedan $ 234.900')
})

it('asks for the answer first while somebody waits for it', async () => {
  const expiresAt = iso('2026-11-20T20:00')
  const screen = await open(ownTrip({}), {
    bookings: [
      booked(),
      booked({
        ...{ id: id(11), status: 'requested', state: 'requested', expiresAt },
        ...{ driverMoneyPart: 'asked', can: { accept: true, reject: true } as never },
      }),
    ],
  })
  const { title, head, main } = await shown(screen)
  expect(title).toBe('Bogotá → Cali · dom, 13 de dic · 7:00 a. m.Camila O. te pide 1 cupo')
  expect(head).toContain('responde antes de las 8:00 p. m. de hoy')
  expect(main).toEqual([])
  const impact = `GET ${api.impact.ofTrip.path.replace(':tripId', tripId)}`
  expect(screen.count(impact)).toBe(1)
  screen.answer(answers(api.bookings.accept, { booking: booked() }))
  await screen.press('Aceptar a Camila O.')
  // The CO₂ of the taken seats is that of now.
  await until(() => expect(screen.count(impact)).toBe(2))
})

it('shows the hour and the first meeting point of the day', async () => {
  // At 8:00 of the day before, the evening has not begun.
  const screen = await open(ownTrip({ departs: '2026-11-21T07:00' }))
  await screen.role('button', 'Compartir viaje')
  expect((await shown(screen)).main).toEqual(['Compartir viaje'])
  const can = { ...ownTrip({}).can, checkIn: true }
  const trip = ownTrip({ departs: '2026-11-20T09:30', can })
  const { head, title, main, rows } = await reopen(screen, trip)
  expect(title).toBe('Bogotá → Cali9:30 a. m.')
  expect(head).toContain('HoyFaltan 1 h 30 min')
  expect(head).toContain('Terminal, puerta 3Primer encuentro · 1 persona')
  expect(main).toEqual(['Abrir hoja de ruta'])
  expect(rows[0]).toBe('Escanear tiquetes')
  const due = await reopen(screen, ownTrip({ departs: '2026-11-20T07:50', can }))
  expect(due.head).toContain('HoyEs hora de salir')
  const way = await screen.role('link', 'Cómo llegar a Terminal, puerta 3')
  expect(way.getAttribute('href')).toContain('destination=4.6,-74.1')
})

const left = { departs: '2026-11-20T06:00', can: { ...ownTrip({}).can, cancel: false } }

it('says that it is late to leave, and that the trip has no news', async () => {
  const screen = await open(
    ownTrip({ ...left, departs: '2026-11-20T07:30', state: 'late_to_leave' }),
  )
  expect((await shown(screen)).head).toContain('Tarde para salir: 30 min')
  const trip = ownTrip({ ...left, status: 'in_progress', state: 'no_news' })
  const { title, main } = await reopen(screen, trip)
  expect([title, main]).toEqual(['Bogotá → Cali¿Ya llegaste?', ['Abrir hoja de ruta']])
})

it('leads to the run sheet on the road, with the next stop and its hour', async () => {
  const sheet = aSheet({ state: 'on_the_way', delayMinutes: 12, isLate: true })
  const trip = ownTrip({ ...left, status: 'in_progress', state: 'on_the_way' })
  const screen = await open(trip, {
    sheet: { ...sheet, stops: sheet.stops.map((stop, row) => ({ ...stop, passed: row === 0 })) },
  })
  const { head, title, main } = await shown(screen)
  expect(title).toBe('Sigue Cali9:00 a. m.')
  expect(head).toContain('12 min tarde')
  expect(main).toEqual(['Abrir hoja de ruta'])
})

const over = {
  ...{ ...left, departs: '2026-11-19T22:00', status: 'completed' as const },
  ...{ state: 'finished' as const, finishedAt: iso('2026-11-20T07:58') },
}

it('shows the money of a finished trip, what is in question apart, and stars', async () => {
  const sheet = aSheet({ state: 'finished' })
  const can = { ...sheet.can, undoFinishUntil: iso('2026-11-20T08:08') }
  const aboard = { status: 'checked_in', state: 'arrived', driverMoneyPart: 'earned' } as const
  const screen = await open(ownTrip(over), {
    bookings: [
      booked(aboard),
      booked({ ...absent, id: id(12), driverMoneyPart: 'in_question', driverEarns: 73_350 }),
    ],
    sheet: { ...sheet, can },
    rate: ['Camila O.'],
    more: [
      answers(api.journeys.undoFinish, { sheet }),
      answers(api.ratings.rate, {
        rating: {
          ...{
            bookingId: id(10),
            about: booked().passenger,
            as: 'passenger',
            outcome: 'travelled',
          },
          ...{ closesAt: null, mine: null, theirs: null, notTogether: null },
          can: { rate: false, reply: false, notTogether: false },
        },
      }),
    ],
  })
  const { title, head, main, rows } = await shown(screen)
  expect(title).toBe('Llegaste a Cali. Recibes$ 72.900')
  expect(head).toContain('1 cupo, sin la comisión')
  expect(document.body.textContent).toMatch(/\+ \$\s73\.350 por resolver: Camila O\./)
  expect(main).toEqual(['Publicar el regreso'])
  const back = await screen.role('link', 'Publicar el regreso')
  const swapped = `/publish?repetir=${tripId}&paso=revisar&date=2026-11-21&regreso=1`
  expect(back.getAttribute('href')).toBe(swapped)
  expect(rows).toEqual([
    ...['Tus pasajeros', 'Recorrido y encuentros', 'Condiciones y carro', 'Repetir viaje'],
  ])
  await screen.user.click(await screen.role('radio', /^4 estrellas/))
  await screen.press('Enviar las estrellas de Camila O.')
  expect(screen.sent(`POST /bookings/${id(10)}/rating`)).toEqual({ stars: 4 })
  await screen.press('Deshacer el fin del viaje · 8 min')
  expect(screen.count(`POST /trips/${tripId}/finish/undo`)).toBe(1)
})

it.each([
  ['arrived', 'checked_in', false],
  ['confirmed', 'confirmed', true],
] as const)('offers to scan after the end for who is not registered: %s', async (...of) => {
  const [state, status, offered] = of
  const trip = ownTrip({ ...over, can: { ...left.can, checkIn: true } })
  const screen = await open(trip, { bookings: [booked({ state, status })] })
  expect((await shown(screen)).rows.includes('Escanear tiquetes')).toBe(offered)
})

it('repeats what is long over or was cancelled', async () => {
  const month = { departs: '2026-10-19T22:00', finishedAt: iso('2026-10-20T07:00') }
  const screen = await open(ownTrip({ ...over, ...month }), { bookings: [] })
  expect(await shown(screen)).toMatchObject({
    title: 'Bogotá → CaliViajaste sin pasajeros',
    main: ['Repetir viaje'],
  })
  const gone = { ...over, status: 'cancelled' as const, state: 'cancelled' as const }
  const { head, main } = await reopen(screen, ownTrip({ ...gone, finishedAt: null }))
  expect(head).toContain('Este viaje fue canceladoQuien pagó con su billetera recuperó todo.')
  expect(main).toEqual(['Repetir viaje'])
})

it('says who paused the trip, and offers the way back', async () => {
  const can = { ...ownTrip({}).can, pause: false, resume: true }
  const screen = await open(ownTrip({ paused: 'driver', can }))
  const { title, main } = await shown(screen)
  expect(title).toContain('En pausa: no recibe reservas nuevas')
  expect(main).toEqual(['Retomar ventas'])
  const trip = ownTrip({ paused: 'cupo', can: { ...can, resume: false } })
  expect(await reopen(screen, trip)).toMatchObject({ main: ['Ver mis documentos'] })
})

it('says a delay of hours in hours', async () => {
  const sheet = aSheet({ state: 'on_the_way', delayMinutes: 560, isLate: true })
  const trip = ownTrip({ ...left, status: 'in_progress', state: 'on_the_way' })
  const { head } = await shown(await open(trip, { sheet }))
  expect(head).toMatch(/9\sh\s20\smin tarde/)
})
