import { expect, it } from 'vitest'
import { isAllowed } from './licence-rules.ts'

it('accepts one of several licences, or requires all licences that apply together', () => {
  expect(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT'].map(isAllowed)).toEqual([
    true,
    true,
    true,
  ])
  expect(['GPL-3.0', 'MIT AND GPL-3.0', 'unknown'].map(isAllowed)).toEqual([false, false, false])
})
