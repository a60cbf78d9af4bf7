import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DayChart } from './day-chart.tsx'

/** Days from Thursday 5 November 2026, each with 1 sale and its own number as state. */
const days = (count: number) =>
  Array.from({ length: count }, (_, day) => ({
    ...{ date: `2026-11-${String(5 + day).padStart(2, '0')}`, sold: 1, state: day + 1 },
  }))

/** Title, and the rows of the table. */
function shown(count: number, key: 'sold' | 'state') {
  const html = renderToString(
    <DayChart
      title="Cupos"
      rows={days(count)}
      series={[{ key, name: 'Vendidos' }]}
      isState={key === 'state'}
      write={String}
    />,
  ).replaceAll('<!-- -->', '')
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replaceAll(/<[^>]+>/g, '|')
      .split('|')
      .filter(Boolean),
  )
  return { title: html.match(/<figcaption[^>]*>(.*?)</)?.[1], rows }
}

it('has a bar for each of seven days, and for each week from Monday of more days', () => {
  expect(shown(7, 'sold').title).toBe('Cupos por día')
  expect(shown(7, 'sold').rows).toHaveLength(8)
  expect(shown(15, 'sold')).toEqual({
    title: 'Cupos por semana',
    rows: [
      ['Semana', 'Vendidos'],
      ['lun, 16 de nov (4 días)', '4'],
      ['lun, 9 de nov', '7'],
      ['jue, 5 de nov (4 días)', '4'],
    ],
  })
})

it('shows the last state of a week, not the sum of its days', () => {
  const { title, rows } = shown(15, 'state')
  expect(title).toBe('Cupos al final de cada semana')
  expect(rows.slice(1).map(([, value]) => value)).toEqual(['15', '11', '4'])
})
