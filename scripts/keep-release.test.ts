import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { ROOT } from './project.ts'

const { version } = packageJson

it('has a heading with a date in the changelog for the version of package.json', () => {
  const lines = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split('\n')
  const headings = lines.filter((line) => line.startsWith('## '))
  expect(headings.map((line) => line.replace(/\d{4}-\d\d-\d\d$/, 'day'))).toContain(
    `## ${version} – day`,
  )
})

it('keeps the database of the version of package.json', () => {
  expect(existsSync(join(ROOT, `database/releases/${version}.sql.gz`))).toBe(true)
})
