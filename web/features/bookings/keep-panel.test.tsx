import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { bookingWordsOf } from '#web/shared/bookings/booking-words.ts'
import { KeepPanel } from './keep-panel.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const at = '2026-11-20T13:00:00.000Z'

function panelOf(seats: number): string {
  const keep = {
    ...{ id, tripId: id, fromStopId: `${id}.0`, toStopId: `${id}.1`, second: null, seats },
    ...{ status: 'open' as const, expiresAt: '2036-11-20T13:05:00.000Z', canExtend: false },
    ...{ price: 60_000, shortfall: 20_000, validating: 0, serverTime: at, clockOffsetMs: 0 },
  }
  return renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <KeepPanel keep={keep} missing={20_000} onReleased={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
}

it.each([
  [1, 'apartamos tu cupo por más tiempo; al volver queda reservado.', 'Soltar el cupo'],
  [2, 'apartamos tus cupos por más tiempo; al volver quedan reservados.', 'Soltar los cupos'],
])('speaks of all the seats that are kept during a top-up: %i', (seats, kept, release) => {
  expect(panelOf(seats)).toContain(kept)
  expect(panelOf(seats)).toContain(release)
})

it.each([
  [1, at, 'Canceló su cupo'],
  [2, at, 'Canceló sus cupos'],
  [2, null, 'Canceló su solicitud'],
])('says to the driver what a passenger cancelled: %i, %s', (seats, confirmedAt, text) => {
  const ended = { state: 'cancelled_by_passenger', viewer: 'driver', partOf: null } as const
  expect(bookingWordsOf({ ...ended, seats, confirmedAt }).text).toBe(text)
})
