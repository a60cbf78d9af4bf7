import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { TripView } from '#contract/trips.ts'
import type { TripPart } from '#web/shared/trips/trip-part.ts'
import { TripRoute, TripTerms } from './trip-sections.tsx'

// What a driver reads on their own trip speaks to the driver.

const stop = (row: number, declared: boolean) => ({
  id: `t.${row}`,
  name: `Lugar ${row}`,
  department: 'Tolima',
  at: '2026-11-20T14:05:00-05:00',
  declared,
  point: null,
})

function textFor(viewer: TripView['viewer'], road: object = {}, over: object = {}): string {
  const corridor = [stop(0, true), { ...stop(1, false), ...road }, stop(2, true)]
  const trip = {
    viewer,
    corridor,
    legs: [],
    seats: 3,
    roadStops: 'ask',
    extraMax: 2,
    paymentModes: ['billetera', 'directo'],
    preferences: { luggage: 'small', talk: 'some' },
    ...over,
  } as unknown as TripView
  const part = { from: corridor[0], to: corridor[2] } as unknown as TripPart
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TripRoute trip={trip} part={part} />
        <TripTerms trip={trip} part={part} now={new Date('2026-11-18T10:00:00-05:00')} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]+>/g, ' ')
}

const toPassengers = ['Le pagas al conductor', 'te devolvemos', 'Si el conductor', 'que te recojan']

it("speaks to the driver about payment, cancellation and places on the driver's trip", () => {
  const text = textFor('driver')
  for (const words of toPassengers) expect(text).not.toContain(words)
  expect(text).toContain('Tu pasajero te paga en efectivo o transferencia al subir.')
  expect(text).toContain('Si cancelas el viaje, quien pagó con su billetera recupera todo')
  expect(text).toContain('tú decides')
})

it('speaks to the passenger on the same parts of the trip', () => {
  const text = textFor('visitor')
  for (const words of toPassengers) expect(text).toContain(words)
})

it('says where people get on at once, and that later arrivals take five minutes more', () => {
  const sold = { atOnce: true, extra: true, point: { name: 'Parador', listed: true } }
  const text = textFor('visitor', sold, { roadStops: 'at_once' })
  expect(text).toContain('Parador')
  expect(text).toContain('reservas sin esperar')
  expect(text).toContain('hasta 5 min después')
  expect(textFor('visitor')).not.toContain('min después')
  expect(textFor('driver', sold, { roadStops: 'at_once' })).toContain('hasta en 2 paradas extra')
})
