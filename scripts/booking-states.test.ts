import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { statesPage, TARGET } from './booking-states.ts'

it('docs/booking-states.md says what the table of transitions says', () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(statesPage())
})
