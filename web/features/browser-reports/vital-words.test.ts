import { expect, it } from 'vitest'
import { goodPercent, isGood } from './vital-words.ts'

const counts = (good: number, needsImprovement: number, poor: number) =>
  ({ metric: 'LCP', good, needsImprovement, poor }) as const

it('a web vital is good from 75 % of good page views on', () => {
  expect([counts(3, 1, 0), counts(749, 250, 1), counts(0, 0, 1)].map(goodPercent)).toEqual([
    75, 74, 0,
  ])
  expect([counts(3, 0, 1), counts(749, 251, 0)].map(isGood)).toEqual([true, false])
})
