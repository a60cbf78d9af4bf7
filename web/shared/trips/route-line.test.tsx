import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RouteLine } from './route-line.tsx'

// The card of a search, the ticket and the page of a trip draw their stops with it.

it('says of a stop in the first hour of a day between which days it is', () => {
  const stops = [
    { name: 'Bogotá', at: '2026-11-20T05:15:00Z' },
    { name: 'Cali', at: '2026-11-20T14:15:00Z' },
  ]
  const page = renderToStaticMarkup(<RouteLine stops={stops} />)
  expect(page).toContain('12:15\u00a0a.\u00a0m.')
  expect(page.match(/\(noche del jueves al viernes\)/g)).toHaveLength(1)
})

it('says the day of arrival of a trip that arrives on another day', () => {
  const stops = [
    { name: 'Bogotá', at: '2026-11-21T03:00:00Z' },
    { name: 'Ibagué', at: '2026-11-21T04:30:00Z' },
    { name: 'Cali', at: '2026-11-21T11:00:00Z' },
  ]
  const page = renderToStaticMarkup(<RouteLine stops={stops} />)
  expect(page.match(/\(sáb, 21 de nov\)/g)).toHaveLength(1)
})
