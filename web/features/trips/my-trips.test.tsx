// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { TripSummary } from '#contract/trips.ts'
import { openRows } from '#test/open-rows.ts'
import { openScreen, pass, until } from '#test/screen.tsx'
import { answers, failing } from '#test/screen-answers.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { ANA, signedIn } from '#test/screen-people.ts'

// It is Friday, 8:00 in Bogotá.

const id = (end: number) => `01890000-0000-7000-8000-0000000000${end}`
const iso = (at: string) => new Date(`${at}:00-05:00`).toISOString()
const words = (node: Element) => (node.textContent ?? '').replaceAll(/[\s\u00A0]+/g, ' ')

function trip(end: number, at: string, over: Partial<TripSummary> = {}): TripSummary {
  const departsAt = iso(at)
  const arrivesAt = new Date(Date.parse(departsAt) + 3_600_000).toISOString()
  const stops = [
    { name: 'Bogotá', at: departsAt },
    { name: 'Girardot', at: arrivesAt },
  ]
  return {
    ...{ id: id(end), status: 'published', state: 'to_leave', departsAt, arrivesAt, stops },
    ...{ seats: 3, seatsSold: 1, requestsPending: 0, paused: null, runSheet: false },
    seatPrice: 30_000,
    ...over,
  }
}

const waiting = (end: number, as: 'driver' | 'passenger', name: string) => ({
  ...{ bookingId: id(end), as, from: 'Bogotá', to: 'Girardot' },
  about: { ...aBooking().passenger, name },
  ...{ at: iso('2026-11-19T06:00'), closesAt: iso('2026-12-03T06:00') },
})

const signedInDriver = [
  answers(api.tripDrafts.show, { draft: null }),
  failing(api.verification.listDocuments),
  ...signedIn({ ...ANA, roles: ['passenger', 'driver'] }),
  answers(api.ratings.waiting, {
    waiting: [waiting(51, 'passenger', 'Camila O.'), waiting(52, 'driver', 'Carlos R.')],
  }),
]

const over = { status: 'completed', state: 'finished' } as const

it('shows the next trip large, later ones and a series as lines, the past as a row', async () => {
  const weekly = trip(14, '2026-11-27T06:00', { requestsPending: 1 })
  const screen = await openScreen('/my-trips?ver=conductor', {
    token: 'of-ana',
    answers: [
      ...signedInDriver,
      answers(api.trips.mine, {
        trips: [
          trip(12, '2026-12-20T07:00', { paused: 'driver' }),
          trip(11, '2026-11-20T18:00', { runSheet: true }),
          weekly,
          trip(13, '2026-11-19T06:00', over),
        ],
      }),
      answers(api.recurrence.mine, {
        series: [
          {
            ...{ id: id(61), status: 'active', stops: ['Bogotá', 'Girardot'], weekdays: [5] },
            ...{
              time: '06:00',
              seats: 3,
              seatPrice: 30_000,
              withReturn: false,
              until: null,
            },
            days: [{ date: '2026-11-27', tripId: id(14), returnTripId: null, skipped: null }],
          },
        ],
      }),
      answers(api.rideRequests.usual, { rows: [] }),
      answers(api.alerts.mine, { active: [], past: [] }),
    ],
  })
  const next = await screen.within('region', 'Próximo viaje')
  const sheet = await next.role('link', 'Abrir hoja de ruta')
  expect(sheet.getAttribute('href')).toBe(`/trips/${id(11)}/run`)
  await next.text('1 de 3 cupos vendidos')
  const later = await screen.role('list', 'Después')
  expect([...later.children].map((row) => words(row.querySelector('a, summary') ?? row))).toEqual([
    'Bogotá → Girardotdom, 20 de dic · 7:00 a. m. · 1 de 3 cupos vendidosEn pausa',
    'Cada viernes, Bogotá → Girardot1 salida · 1 con pasajerosCon solicitudes',
  ])
  const past = await screen.within('list', 'Viajes pasados')
  const fold = await past.text('1 viaje · 1 por calificar')
  expect(fold.closest('details')?.open).toBe(false)
  await openRows()
  const links = () =>
    [...(fold.closest('details')?.querySelectorAll('ul a') ?? [])].map((row) =>
      row.getAttribute('href'),
    )
  await until(() =>
    expect(links()).toEqual([`/bookings/${id(51)}#calificacion`, `/trips/${id(13)}?ver=conductor`]),
  )
})

it('shows the next booking large, and offers the stars of drivers under what is past', async () => {
  const booking = { viewer: 'passenger', noShow: null, driverMoneyPart: null } as const
  const list = (...bookings: ReturnType<typeof aBooking>[]) =>
    answers(api.bookings.list, { bookings, totalPages: 1 })
  const coming = { ...booking, status: 'confirmed', state: 'confirmed' } as const
  const screen = await openScreen('/my-trips?ver=pasajero', {
    token: 'of-ana',
    answers: [
      answers(api.alerts.mine, { active: [], past: [] }),
      ...signedInDriver,
      list(aBooking({ ...coming, id: id(21) }), aBooking({ ...coming, id: id(22) })),
    ],
  })
  const next = await screen.within('region', 'Próximo viaje')
  const ticket = await next.role('link', /^Reserva de Cali a Bogotá/)
  expect(ticket.getAttribute('href')).toBe(`/bookings/${id(21)}`)
  const later = await screen.role('list', 'Después')
  expect([...later.querySelectorAll('a')].map((row) => row.getAttribute('href'))).toEqual([
    `/bookings/${id(22)}`,
  ])
  // A line names no plain state.
  expect(words(later)).not.toContain('Confirmada')
  await screen.text('2 viajes · 1 por calificar')
  await openRows()
  const stars = await screen.role('list', 'Viajes por calificar')
  expect(words(stars)).toContain('Calificar tu viaje con Carlos R.')
  // A later reading of it fails: what is shown stays.
  screen.answer(failing(api.bookings.list))
  const before = screen.count('GET /bookings')
  await pass(20_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await pass(20_000)
  expect(screen.count('GET /bookings') - before).toBeGreaterThan(2)
  await screen.role('list', 'Después')
  await screen.role('list', 'Viajes por calificar')
})

it('names the trip that is published after an approval, and calls it off', async () => {
  const departsAt = iso('2026-11-28T06:00')
  const draft = {
    ...{ status: 'waiting' as const, stops: ['Bogotá', 'Ibagué'], departsAt },
    ...{ savedAt: iso('2026-11-20T08:00'), reason: null, tripId: null },
  }
  const screen = await openScreen('/my-trips?ver=pasajero', {
    token: 'of-ana',
    answers: [
      answers(api.tripDrafts.show, { draft }),
      answers(api.tripDrafts.discard, { draft: null }),
      answers(api.alerts.mine, { active: [], past: [] }),
      answers(api.bookings.list, { bookings: [], totalPages: 1 }),
      ...signedInDriver.slice(1),
    ],
  })
  await screen.text('Bogotá → Ibagué espera tus documentos')
  await screen.text(/^Sale el sábado 28 de noviembre a las 6:00 a\. m\./)
  await openRows()
  await screen.press('No publicarlo')
  await until(() => expect(screen.now().queryByText(/espera tus documentos/)).toBeNull())
})

it('names what each booking asks of its passenger, also of the second of two cars', async () => {
  const open = { viewer: 'passenger', noShow: null, driverMoneyPart: null } as const
  const coming = { ...open, status: 'confirmed', state: 'confirmed' } as const
  const moved = {
    ...{ agreedAt: iso('2026-11-21T06:00'), changedAt: iso('2026-11-20T06:00') },
    ...{ mayLeaveFree: true, asks: true, acceptedAt: null },
  }
  const part = (of: 1 | 2, other: number) => ({
    ...{ id: id(60), part: of, otherBookingId: id(other), maySayMissed: false, brokenAt: null },
    ...{ changeAt: { placeId: '73001', name: 'Ibagué', point: null }, expectedAt: null },
    ...{ arrivesAt: iso('2026-11-22T10:00'), departsAt: iso('2026-11-22T12:00') },
    changeMinutes: 120,
  })
  const lone = { ...part(1, 99), brokenAt: iso('2026-11-20T07:00') }
  const screen = await openScreen('/my-trips?ver=pasajero', {
    token: 'of-ana',
    answers: [
      answers(api.alerts.mine, { active: [], past: [] }),
      ...signedInDriver,
      answers(api.bookings.list, {
        bookings: [
          aBooking({ ...coming, id: id(21), tripChange: moved }),
          aBooking({ ...coming, id: id(22), connection: part(1, 23) }),
          aBooking({ ...coming, id: id(23), connection: part(2, 22), meetingMoved: true }),
          aBooking({ ...coming, id: id(24), connection: lone }),
        ],
        totalPages: 1,
      }),
    ],
  })
  const next = await screen.within('region', 'Próximo viaje')
  await next.text('¿Te sirve la hora nueva?')
  const later = await screen.role('list', 'Después')
  const lines = [...later.querySelectorAll('li')].map(words)
  expect(lines[0]).toMatch(/con cambio en Ibagué.*Cambió el punto$/)
  expect(lines[1]).toMatch(/Tu otro carro no va$/)
  expect(lines).toHaveLength(2)
})
