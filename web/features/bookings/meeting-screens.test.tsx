import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { BookingView } from '#contract/booking-view.ts'
import type { StopPoint } from '#contract/trips.ts'
import { TripCard, type TripCardProps } from '#web/shared/trips/trip-card.tsx'
import { BookingTicket } from './booking-ticket.tsx'
import { type EndChoice, MeetingChoice } from './meeting-choice.tsx'

// Where the screens say where a passenger gets on.

const salitre: StopPoint = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Terminal El Salitre',
  address: 'Diagonal 23 # 69-11',
  kind: 'terminal',
  lat: 4.65,
  lng: -74.11,
  approximate: false,
  listed: true,
}

/** Renders an element as the server does, and returns its text without tags. */
function textOf(element: React.ReactNode): string {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  )
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

const card = (meetingPoint: string | null) => {
  const props: TripCardProps = {
    from: { name: 'Bogotá', at: '2026-11-20T14:05:00-05:00' },
    until: { name: 'Cali', at: '2026-11-20T22:05:00-05:00' },
    price: 62_000,
    driver: { name: 'Carlos R.', verified: true },
    seatsLeft: 2,
    meetingPoint,
  }
  return textOf(<TripCard {...props} />)
}

it("a result card names the driver's meeting point, and says nothing without one", () => {
  expect(card('Terminal El Salitre')).toContain('Te subes en Terminal El Salitre')
  expect(card(null)).not.toContain('Te subes en')
})

function ticket(over: { point?: StopPoint | null; state?: BookingView['state'] } = {}) {
  const { point = null, state = 'confirmed' } = over
  const stop = { id: 't.0', department: 'Bogotá, D.C.', at: '2026-11-20T14:05:00-05:00' }
  const booking = {
    id: 'b',
    state,
    status: 'confirmed',
    from: { ...stop, name: 'Bogotá', point },
    to: { ...stop, id: 't.1', name: 'Cali', point: null },
    driver: { id: 'd', name: 'Carlos R.' },
    passenger: { id: 'p', name: 'Ana R.' },
    vehicle: { brand: 'Mazda', model: '3', color: 'Gris', plate: 'ABC123' },
    seats: 1,
    price: 62_000,
    paymentMode: 'billetera',
    boardedAt: null,
  } as unknown as BookingView
  return textOf(<BookingTicket booking={booking} ticket={undefined} />)
}

it('a ticket names the place to get on above the route, or says that it must be agreed', () => {
  const withPlace = ticket({ point: salitre })
  expect(withPlace).toMatch(/Te subes en Bogotá .*Terminal El Salitre .*Diagonal 23 # 69-11/)
  expect(withPlace.match(/Terminal El Salitre/g)).toHaveLength(1)
  expect(ticket()).toMatch(/Te subes en Bogotá Punto de encuentro por acordar/)
})

it('a used ticket keeps the meeting point in its route only', () => {
  const used = ticket({ point: salitre, state: 'completed' })
  expect(used).not.toContain('Te subes en')
  expect(used).toContain('Terminal El Salitre')
})

const open: EndChoice = {
  placeName: 'Bogotá',
  ofDriver: null,
  points: [],
  chosen: null,
  last: null,
  picked: null,
  isLoading: false,
  error: null,
  retry: () => {},
}

function choice(over: Partial<EndChoice>): string {
  const props = { question: '¿Dónde te subes?', onChoose: () => {}, other: 'el conductor' } as const
  return renderToString(<MeetingChoice {...props} choice={{ ...open, ...over }} />)
}

it('the choice of the meeting point preselects nothing until the person has chosen', () => {
  const point = { ...salitre, placeId: '11001', hours: null, status: 'vetted' } as const
  const html = choice({ points: [point] })
  expect(html.match(/type="radio"/g)).toHaveLength(2)
  expect(html).not.toContain('checked=""')
  expect(choice({ points: [point], picked: 'acordar' })).toMatch(
    /value="acordar"[^>]*checked=""|checked=""[^>]*value="acordar"/,
  )
})

it('the last point of a person is the first of the list, and is not chosen for them', () => {
  const point = { ...salitre, placeId: '11001', hours: null, status: 'vetted' } as const
  const portal = { ...point, id: '01890000-0000-7000-8000-000000000002', name: 'Portal Norte' }
  const html = choice({ points: [point, portal], last: portal.id })
  expect(html.indexOf('Portal Norte')).toBeLessThan(html.indexOf('Terminal El Salitre'))
  expect(html.match(/Tu último punto/g)).toHaveLength(1)
  expect(html).not.toContain('checked=""')
  expect(choice({ points: [point], last: portal.id })).not.toContain('Tu último punto')
})

it('the choice of the meeting point can be agreed although the points could not be read', () => {
  const html = choice({ error: new Error('offline') })
  expect(html).toContain('No pudimos leer los puntos de encuentro en Bogotá')
  expect(html).toContain('Acordar con el conductor')
})
