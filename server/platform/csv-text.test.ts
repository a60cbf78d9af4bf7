import { expect, it } from 'vitest'
import { csvLine } from './csv-text.ts'

it.each(['=1+1', '+57300', '-2', '@SUM(A1)', '\tx', '\rx'])(
  'writes the CSV cell %j as text, not as a formula',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

it('quotes separators and quotes in CSV cells, and does not change numbers', () => {
  expect(csvLine(['a,b', 'dice "no"', 'dos\nlíneas', -5, null, 'x=1'])).toBe(
    '"a,b";"dice ""no""";"dos\nlíneas";-5;;x=1\r\n',
  )
  expect(csvLine(['a;b', 'c'])).toBe('"a;b";c\r\n')
})

it('writes times in Bogotá, and yes and no in Spanish', () => {
  expect(csvLine([new Date('2026-12-01T03:30:59Z'), true, false])).toBe(
    '2026-11-30 22:30;Sí;No\r\n',
  )
})
