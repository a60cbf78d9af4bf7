import { expect, it } from 'vitest'
import { placeLabels } from './place-labels.ts'

it('keeps the first of two overlapping map labels, and labels that do not overlap', () => {
  const names = [
    { name: 'Bogotá', x: 100, y: 100 },
    { name: 'Soacha', x: 120, y: 104 },
    { name: 'Girardot', x: 40, y: 160 },
    { name: 'Chía', x: 100, y: 80 },
  ]
  expect(placeLabels(names).map(({ name }) => name)).toEqual(['Bogotá', 'Girardot', 'Chía'])
})
