import { expect, it } from 'vitest'
import { costAt, powerOf } from './growth.ts'

const points = (value: (size: number) => number) =>
  [1_000, 10_000, 100_000].map((size) => ({ size, value: value(size) }))

it('computes the exponent with which a cost grows', () => {
  expect(powerOf(points((size) => 3 * size))).toBeCloseTo(1)
  expect(powerOf(points(() => 7))).toBeCloseTo(0)
  expect(powerOf(points((size) => 0.5 * size ** 2))).toBeCloseTo(2)
  expect(powerOf([{ size: 10, value: 1 }])).toBeNull()
})

it('extrapolates a cost from the largest measured size', () => {
  expect(
    costAt(
      points((size) => 3 * size),
      1_000_000,
    ),
  ).toBeCloseTo(3_000_000)
  expect(
    costAt(
      points(() => 7),
      1_000_000,
    ),
  ).toBeCloseTo(7)
})

it('extrapolates the growth of a cost that has a large fixed part', () => {
  const fixedAndEach = points((size) => 1_000 + size)
  expect(powerOf(fixedAndEach)).toBeLessThan(0.9)
  expect(costAt(fixedAndEach, 1_000_000)).toBeGreaterThan(900_000)
})
