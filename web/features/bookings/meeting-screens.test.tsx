import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { StopPoint } from '#contract/trips.ts'
import { aBooking } from '#test/screen-bookings.ts'
import { momentOf } from '#web/shared/bookings/moment-of.ts'
import { TripCard, type TripCardProps } from '#web/shared/trips/trip-card.tsx'
import { type EndChoice, MeetingChoice } from './meeting-choice.tsx'
import { DayHead } from './moment-day.tsx'

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

function head(point: StopPoint | null, hoursAhead: number): string {
  const stop = { placeId: '11001', department: 'Bogotá, D.C.', at: '2026-11-20T14:05:00-05:00' }
  const booking = aBooking({
    ...{ status: 'confirmed', state: 'confirmed', viewer: 'passenger' },
    from: { ...stop, id: `${salitre.id}.0`, name: 'Bogotá', point },
  })
  const now = new Date(Date.parse(stop.at) - hoursAhead * 3_600_000)
  const moment = momentOf(booking, null, now)
  return textOf(<DayHead {...{ booking, moment, now }} journey={null} />)
}

it('a ticket names the place to get on below the hour, or asks for it', () => {
  expect(head(salitre, 20)).toMatch(/2:05 p\. m\. .*Terminal El Salitre .*Diagonal 23 # 69-11/)
  expect(head(null, 20)).toMatch(/Falta el punto .*¿Dónde te subes\?/)
  expect(head(null, 1)).toMatch(/2:05 p\. m\. .*Punto de encuentro por acordar/)
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
