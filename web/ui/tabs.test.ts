import { expect, it } from 'vitest'
import { tabAfter } from './tabs.tsx'

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 1, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Tab', 1, undefined],
])('moves with the key %s from tab %i of 3 to tab %s', (key, at, next) => {
  expect(tabAfter(key, at, 3)).toBe(next)
})
