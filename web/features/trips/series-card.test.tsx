import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { SeriesView } from '#contract/recurrence.ts'
import type { TripSummary } from '#contract/trips.ts'
import { SeriesDetail, tripIdsOf } from './series-card.tsx'

const DAYS = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21']

const series: SeriesView = {
  id: 's1',
  status: 'active',
  stops: ['Bogotá', 'Girardot'],
  time: '06:00',
  weekdays: [1],
  until: null,
  seats: 3,
  seatPrice: 30_000,
  withReturn: false,
  days: DAYS.map((date) => ({ date, tripId: `t-${date}`, returnTripId: null, skipped: null })),
}

const tripOn = (day: string, over: Partial<TripSummary> = {}) =>
  ({
    id: `t-${day}`,
    status: 'published',
    departsAt: `${day}T11:00:00.000Z`,
    stops: [{ name: 'Bogotá', at: `${day}T11:00:00.000Z` }],
    seats: 3,
    seatsSold: 0,
    requestsPending: 0,
    paused: null,
    runSheet: false,
    ...over,
  }) as TripSummary

function textOf(view: SeriesView, trips: TripSummary[]): string {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SeriesDetail series={view} trips={trips} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<!-- -->/g, '').replaceAll(/<[^>]+>/g, ' ')
}

const all = () => DAYS.map((day) => tripOn(day))

it('shows what each date of a series sold, and the later dates behind a press', () => {
  const [first, ...others] = all()
  const text = textOf(series, [
    { ...first, seatsSold: 2, requestsPending: 1 } as TripSummary,
    ...others,
  ])
  expect(text).toMatch(/6:00\sa\.\sm\. · \$\s30\.000 por cupo/)
  expect(text).toContain('2 de 3 cupos vendidos')
  expect(text).toContain('1 solicitud')
  expect(text).toContain('1 fecha más')
  expect(text).toContain('Pausar todo')
})

it('says a pause of the series once, and that of a single date beside it', () => {
  const paused = all().map((trip) => ({ ...trip, paused: 'driver' as const }))
  const whole = textOf({ ...series, status: 'paused' }, paused)
  expect(whole.match(/En pausa/g)).toHaveLength(1)
  expect(whole).toContain('Retomar todo')
  const [first, ...others] = all()
  const single = textOf(series, [{ ...first, paused: 'driver' } as TripSummary, ...others])
  expect(single.match(/En pausa/g)).toHaveLength(1)
})

it('marks the paused dates of a paused series of which one is sold again', () => {
  const [first, ...others] = all().map((trip) => ({ ...trip, paused: 'driver' as const }))
  const resumed = { ...first, paused: null } as TripSummary
  const text = textOf({ ...series, status: 'paused' }, [resumed, ...others])
  expect(text.match(/En pausa/g)).toHaveLength(1 + others.length)
  expect(text).not.toContain('Sus viajes no reciben')
})

it('leaves out dates that were cancelled', () => {
  const [first, ...others] = all()
  const text = textOf(series, [{ ...first, status: 'cancelled' } as TripSummary, ...others])
  expect(text).not.toContain('fecha más')
})

it('knows the trips of a series with those back', () => {
  const days = series.days.slice(0, 1).map((day) => ({ ...day, returnTripId: 'back' }))
  expect([...tripIdsOf([{ ...series, days }])]).toEqual(['t-2026-11-23', 'back'])
})

it('says that a series which cannot be read goes no further, and lets it be stopped', () => {
  const text = textOf({ ...series, stops: [] }, all())
  expect(text).toContain('No publicamos más días de este viaje')
  expect(text).toContain('Dejar de repetir')
  expect(text).not.toMatch(/Pausar todo|por cupo/)
})
