import { expect, it } from 'vitest'
import { readPosition, writePosition } from './position.ts'

const salitre = { lat: 4.6546, lng: -74.1166 }

it.each([
  '4.6546, -74.1166',
  '4.6546,-74.1166',
  '4.6546 -74.1166',
  ' 4,6546; -74,1166 ',
  '4,6546, −74,1166',
])('reads the coordinates %s', (text) => {
  expect(readPosition(text)).toEqual(salitre)
})

it.each(['', 'cerca del parque', '4.6546', '-74.1166, 4.6546', '40.4, -3.7', '4, 6546'])(
  'refuses "%s" as a position in Colombia',
  (text) => {
    expect(readPosition(text)).toBeNull()
  },
)

it('a written position reads back as the same position', () => {
  expect(readPosition(writePosition(salitre))).toEqual(salitre)
})
