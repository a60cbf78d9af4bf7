import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { UsualDemandRow } from '#contract/ride-requests.ts'
import { UsualDemand } from './usual-demand.tsx'

const row: UsualDemandRow = {
  from: { placeId: '25307', name: 'Girardot' },
  to: { placeId: '76001', name: 'Cali' },
  date: '2030-11-30',
  people: 2,
  seats: 3,
  maxPrice: 60_000,
  awayKm: 8,
  tripId: 't1',
}

function htmlOf(rows: UsualDemandRow[]): string {
  const html = renderToString(
    <MemoryRouter>
      <UsualDemand rows={rows} />
    </MemoryRouter>,
  )
  return html.replaceAll('<!-- -->', '').replaceAll('&amp;', '&')
}

it('says distance and price of a wanted ride, and publishes the usual trip on its day', () => {
  const html = htmlOf([row])
  expect(html).toContain('2 personas, 3 cupos')
  expect(html).toContain('a 8 km de tu camino')
  expect(html).toMatch(/ofrecen hasta \$\s60\.000 por cupo/)
  expect(html).toContain('/publish?repetir=t1&paso=revisar&date=2030-11-30')
})

it('says that a ride is on the way, and no price when nobody named one', () => {
  const html = htmlOf([{ ...row, awayKm: 0, maxPrice: null }])
  expect(html).toContain('en tu camino')
  expect(html).not.toContain('ofrecen')
})

it('shows nothing when nobody looks along the usual ways', () => expect(htmlOf([])).toBe(''))
