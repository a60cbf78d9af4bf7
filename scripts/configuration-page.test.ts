import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Environment } from '#server/environment.ts'
import { configurationPage, exampleSettings } from './configuration-page.ts'

const page = configurationPage()

it('docs/configuration.md is equal to the generated page: npm run docs:configuration', () => {
  const file = new URL('../docs/configuration.md', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(page)
})

it('.env.example is equal to the generated file: npm run docs:configuration', () => {
  const file = new URL('../.env.example', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(exampleSettings())
})

it('lists every environment variable once on the configuration page', () => {
  const named = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(Object.keys(Environment.shape).toSorted())
})

it('shows defaults, limits and production requirements on the configuration page', () => {
  expect(page).toContain('| `DB_POOL_SIZE` | `20` |  | 2 to 200; connections of one process |')
  expect(page).toMatch(/\| `DATA_KEY` \| {2}\| \*\*needed\*\* \|/)
  expect(page).toContain('`silent`, `fatal`, `error`')
})
