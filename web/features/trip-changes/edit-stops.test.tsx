import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { TripView } from '#contract/trips.ts'
import { EditStops } from './edit-stops.tsx'
import type { StopChange } from './trip-changes.ts'

const place = (placeId: string, name: string) => ({ placeId, name, point: null })
const way = [place('1', 'Bogotá'), place('2', 'Girardot'), place('3', 'Ibagué'), place('4', 'Cali')]
const [bogota, girardot, ibague, cali] = way as [StopChange, StopChange, StopChange, StopChange]
const trip = { corridor: way, stops: [bogota, ibague, cali] } as unknown as TripView

function textOf(stops: StopChange[], booked: { placeId: string; people: number }[] = []): string {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <EditStops trip={trip} stops={stops} booked={booked} onChange={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return html.replaceAll('<!-- -->', '').replaceAll(/<[^>]+>/g, ' ')
}

it('offers to remove a stop between the ends, and to add a place of the way', () => {
  const text = textOf([bogota, ibague, cali])
  expect(text).toContain('Quitar la parada en Ibagué')
  expect(text).not.toContain('Quitar la parada en Cali')
  expect(text).toMatch(/Elige un lugar del camino\s+Girardot/)
})

it('keeps a stop that people booked, and says how many', () => {
  const text = textOf([bogota, ibague, cali], [{ placeId: '3', people: 2 }])
  expect(text).toContain('Aquí 2 pasajeros suben o bajan: la parada se queda.')
  expect(text).not.toContain('Quitar la parada en Ibagué')
})

it('warns when the meeting point of a booked stop changes, and not for another', () => {
  const moved = { ...ibague, point: { id: 'p', name: 'Terminal' } }
  const warning = 'Cambias un punto que ya reservaron'
  expect(textOf([bogota, moved, cali], [{ placeId: '3', people: 1 }])).toContain(warning)
  expect(textOf([bogota, moved, cali], [{ placeId: '4', people: 1 }])).not.toContain(warning)
})

it('offers no further place when all of the way are stops', () =>
  expect(textOf([bogota, girardot, ibague, cali])).not.toContain('Agregar una parada'))
