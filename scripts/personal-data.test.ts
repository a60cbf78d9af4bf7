import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { personalDataPage, TARGET } from './personal-data.ts'

it('docs/personal-data.md says what the registry of personal data says', () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(personalDataPage())
})
