import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { statesPage, TARGET } from './booking-states.ts'

it('docs/booking-states.md is equal to the page generated from the table of transitions', () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(statesPage())
})
