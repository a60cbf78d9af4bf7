import { expect, it } from 'vitest'
import { csvLine } from './csv-text.ts'

it.each(['=1+1', '+57300', '-2', '@SUM(A1)', '\tx', '\rx'])(
  'shows %j as text, not as a formula',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

it('quotes separators and quotes, and leaves numbers as they are', () => {
  expect(csvLine(['a,b', 'dice "no"', 'dos\nlíneas', -5, null, 'x=1'])).toBe(
    '"a,b","dice ""no""","dos\nlíneas",-5,,x=1\r\n',
  )
})
