import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { grantsFile, TARGET } from './grants.ts'

it('database/grants.sql grants exactly the rights that the modules declare', () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(grantsFile())
})
