import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { SearchInstead } from '#contract/search.ts'
import { wordLength } from '#web/shared/places/route-title.tsx'
import { TripCard, type TripCardProps } from '#web/shared/trips/trip-card.tsx'
import { NoResults } from './no-results.tsx'
import { Today } from './today.ts'

function htmlOf(element: React.ReactNode, at = '/trips'): string {
  const router = <MemoryRouter initialEntries={[at]}>{element}</MemoryRouter>
  return renderToString(router).replaceAll('<!-- -->', '')
}

function card(driver: Partial<TripCardProps['driver']>) {
  return htmlOf(
    <TripCard
      from={{ name: 'Bogotá', at: '2026-11-20T14:05:00-05:00' }}
      until={{ name: 'Villavicencio', at: '2026-11-20T17:05:00-05:00' }}
      price={62_000}
      driver={{ name: 'Carlos R.', verified: true, ...driver }}
      seatsLeft={2}
      meetingPoint={null}
    />,
  ).replaceAll(/<[^>]+>/g, '')
}

it('a card names what was checked, the rating and the number of trips of the driver', () => {
  const text = card({
    badges: ['identity', 'vehicle', 'phone'],
    rating: { average: 4.7, count: 12 },
    tripsCompleted: 23,
  })
  expect(text).toContain('Verificamos: identidad, carro y teléfono')
  expect(text).toContain('★ 4,7 (12) · 23 viajes')
  const all = card({ badges: ['identity', 'licence', 'vehicle', 'phone'] })
  expect(all).toContain('Verificado')
  expect(all).not.toContain('Verificamos')
})

it('a card says that a driver has no trips yet, and that nothing was checked', () => {
  const rating = { average: null, count: 0 }
  expect(card({ badges: [], rating, tripsCompleted: 0 })).toContain('Sin viajes todavía')
  expect(card({ badges: [], rating, tripsCompleted: 0 })).toContain('Sin verificar')
  expect(card({ rating, tripsCompleted: 1 })).not.toContain('Sin viajes todavía')
})

it('the size of the name of a city depends on its longest word', () => {
  expect(wordLength('Santa Rosa de Cabal')).toEqual({ '--letters': 5 })
  expect(wordLength('→ Villavicencio')).toEqual({ '--letters': 13 })
})

const bogota = { placeId: '11001', name: 'Bogotá' }
const girardot = { placeId: '25307', name: 'Girardot' }
const cali = { placeId: '76001', name: 'Cali' }

function empty(instead: SearchInstead, at?: string) {
  const query = { from: bogota.placeId, to: cali.placeId, date: '2026-11-20', seats: 1 }
  return htmlOf(
    <Today value="2026-11-19">
      <NoResults query={query} ends={[]} instead={instead} />
    </Today>,
    at,
  )
}

it('a list made from a search for women only buys only such cars', () => {
  const none = { town: null, day: null }
  const html = empty(none, '/trips?filtros=mujeres')
  expect(html.match(/wishes=\.180\.womenOnly/g)).toHaveLength(2)
  expect(empty(none)).not.toContain('wishes')
})

it('a list made from a search for pets and a wheelchair buys only such cars', () => {
  const html = empty({ town: null, day: null }, '/trips?filtros=mascotas,silladeruedas,directo')
  expect(html.match(/wishes=\.180\.pets\.wheelchair/g)).toHaveLength(2)
})

it('an empty result links to the nearest day and town with their trips, and has one button', () => {
  const html = empty({
    town: { from: girardot, to: cali, awayKm: 90.4, count: 1 },
    day: { date: '2026-11-27', count: 2 },
  })
  expect(html).toContain('/trips?from=11001&amp;to=76001&amp;date=2026-11-27')
  expect(html).toContain('La fecha más cercana · 2 viajes')
  expect(html).toContain('/trips?from=25307&amp;to=76001&amp;date=2026-11-20')
  expect(html).toContain('Desde Girardot')
  expect(html).toMatch(/A 90 km, ese mismo día · 1 viaje</)
  expect(html.match(/Avísame/g)).toHaveLength(1)
  expect(empty({ town: null, day: null })).not.toContain('Opciones cercanas')
})
