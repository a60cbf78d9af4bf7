import { expect, it } from 'vitest'
import { casesProblems, casesRows } from './cases-coverage.ts'

const files: Record<string, string> = { 'bench/webhook.ts': '// measures' }
const read = (path: string) => files[path] ?? null
const TAGGED = new Map([['C1', ['test/race/a.race.test.ts']]])
const NOBODY = new Map<string, string[]>()

function list(also: string, says = 'one seat, 200 buyers', id = 'C1') {
  return [
    '| id | case | tests | also |',
    '|---|---|---|---|',
    `| ${id} | ${says} | | ${also} |`,
  ].join('\n')
}

it('accepts a case with evidence: a tagged test, a file or a reason', () => {
  expect(casesProblems(list(''), TAGGED, read)).toEqual([])
  expect(casesProblems(list('bench/webhook.ts'), NOBODY, read)).toEqual([])
  const reason = 'not yet: the team sells no seats, `POST /admin/bookings`'
  expect(casesProblems(list(reason), NOBODY, read)).toEqual([])
})

it.each([
  ['', 'line 3: C1 "one seat, 200 buyers" is shown by nothing'],
  ['bench/gone.ts', 'line 3: bench/gone.ts does not exist'],
  ['later parts', 'line 3: "later parts" names no file and no reason'],
  ['not yet: later', 'line 3: "not yet: later" names no file and no reason'],
  [
    'not yet: there is no call for any of these',
    'line 3: "not yet: there is no call for any of these" names no call that would do it',
  ],
  [
    'not yet: no credits, `POST /admin/desk-actions/people/:id/credits`',
    'line 3: says that POST /admin/desk-actions/people/:id/credits does not exist, but it does',
  ],
  ['test/a.test.ts', 'line 3: "test/a.test.ts" is a test: put a tag above it instead'],
])('refuses %j as evidence of a case', (also, problem) => {
  expect(casesProblems(list(also), NOBODY, read)).toEqual([problem])
})

it('refuses a case without words or id, a duplicate id, and an empty list', () => {
  expect(casesProblems(list('', ''), TAGGED, read)).toEqual(['line 3: says nothing'])
  expect(casesProblems(list('', 'x', 'a'), TAGGED, read)).toEqual([
    'line 3: "a" is no id of a case',
  ])
  const twice = `${list('')}\n| C1 | the same again | | |`
  expect(casesProblems(twice, TAGGED, read)).toEqual(['line 4: C1 has a row already'])
  expect(casesProblems('# nothing', TAGGED, read)).toEqual(['has no rows'])
})

it('reads the cells of a case from docs/cases-coverage.md', () => {
  expect(casesRows(list('bench/webhook.ts'))).toEqual([
    { line: 3, id: 'C1', says: 'one seat, 200 buyers', also: ['bench/webhook.ts'] },
  ])
})
