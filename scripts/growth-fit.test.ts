import { expect, it } from 'vitest'
import { powerOf } from '../bench/growth-fit.ts'

const points = (value: (size: number) => number) =>
  [1_000, 10_000, 100_000].map((size) => ({ size, value: value(size) }))

it('finds the power by which a cost grows', () => {
  expect(powerOf(points((size) => 3 * size))).toBeCloseTo(1)
  expect(powerOf(points(() => 7))).toBeCloseTo(0)
  expect(powerOf(points((size) => 0.5 * size ** 2))).toBeCloseTo(2)
  expect(powerOf([{ size: 10, value: 1 }])).toBeNull()
})
