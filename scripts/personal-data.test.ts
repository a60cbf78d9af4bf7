import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { personalDataPage, TARGET } from './personal-data.ts'

it('docs/personal-data.md is equal to the page generated from the registry', () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(personalDataPage())
})
