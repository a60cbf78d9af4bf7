import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'
import { ROOT } from '../scripts/project.ts'
import { type CoverageRow, coverageRows, rowsOf } from './coverage-pages.ts'

const TEST_FILE = /^(?:contract|server|web|sandbox|scripts|test)\/[\w./-]+\.(?:test|e2e)\.tsx?$/
/** Shortest reason in characters, longer than "later" or "not used". */
const REASON_MIN = 20

/** Files that a cell names: a document, or a program of the project. */
const filesIn = (cell: string) =>
  [...cell.matchAll(/(?:^|[\s`(<>])((?:[\w.-]+\/)+[\w.-]+\.[a-z]+)/g)].map(([, file = '']) => file)

/** Returns every problem of a row, one sentence each. */
function problemsOf({ where, tests, also }: CoverageRow): string[] {
  const problems = [
    ...tests.filter((file) => !TEST_FILE.test(file)).map((file) => `${file} is no test`),
    ...[...tests, ...filesIn(also)]
      .filter((file) => !['', 'docs'].some((from) => existsSync(join(ROOT, from, file))))
      .map((file) => `${file} does not exist`),
  ]
  if (tests.length === 0 && also.length < REASON_MIN) problems.push('names no test and no reason')
  return problems.map((problem) => `${where} ${problem}`)
}

const rows = coverageRows()

it('names in each row of the coverage pages tests and documents that exist, or a reason', () => {
  expect(rows.length).toBeGreaterThan(700)
  expect(rows.flatMap(problemsOf)).toEqual([])
})

it('has each id of a coverage page once', () => {
  const ids = rows.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([])
})

it.each([
  ['| C1 | a | test/gone.db.test.ts | |', 'test/gone.db.test.ts does not exist'],
  ['| C1 | a | server/app.ts | |', 'server/app.ts is no test'],
  ['| C1 | a | | docs/decisions/0000-none.md |', 'docs/decisions/0000-none.md does not exist'],
  ['| C1 | a \\| b | | later |', 'names no test and no reason'],
])('refuses the row %j', (row, problem) => {
  expect(rowsOf('page', row, 2).flatMap(problemsOf)).toEqual([`page:1 C1 ${problem}`])
})

/** Methods and paths of all calls; parameters have no name. */
const calls = new Set(
  Object.values(api).flatMap((group) =>
    Object.values<RouteDef>(group).map(({ method, path }) => shapeOf(`${method} ${path}`)),
  ),
)

function shapeOf(call: string): string {
  return call.replaceAll(/:\w+/g, ':')
}

it('says only of calls that do not exist that they are not built', () => {
  const page = 'docs/decisions/0053-what-we-do-not-build-yet.md'
  const denied = [
    ...readFileSync(join(ROOT, page), 'utf8').split('\n'),
    ...rows.map(({ also }) => also).filter((also) => also.startsWith('not yet: ')),
  ]
  const named = denied.flatMap((line) =>
    [...line.matchAll(/`([A-Z]+ \/[^`\s]*)/g)].map(([, call = '']) => call),
  )
  expect(named).not.toEqual([])
  expect(named.filter((call) => calls.has(shapeOf(call)))).toEqual([])
})
