import { expect, it } from 'vitest'
import { casesProblems, casesRows } from './cases-coverage.ts'

const files: Record<string, string> = {
  'test/race/a.race.test.ts': "it('sells one seat once', () => {})\nit('sells two', () => {})",
  'bench/login-flood.ts': '// measures',
}
const read = (path: string) => files[path] ?? null

function list(shown: string, says = 'one seat, 200 buyers', path = 'test/race/a.race.test.ts') {
  return [
    '| short name | test file |',
    '|---|---|',
    `| a race | \`${path}\` |`,
    '',
    '| case | shown by |',
    '|---|---|',
    `| ${says} | ${shown} |`,
  ].join('\n')
}

it.each([
  'a race › one seat once',
  'test/race/a.race.test.ts › sells two',
  'a race › sells two<br>bench/login-flood.ts',
  'not yet: nobody can be paid out, so there is no such call',
])('lets pass: %s', (shown) => {
  expect(casesProblems(list(shown), read)).toEqual([])
})

it.each([
  ['', 'line 7: "one seat, 200 buyers" is shown by nothing'],
  ['a race › sells three', 'line 7: test/race/a.race.test.ts has no test "sells three"'],
  ['a race › sells', 'line 7: "sells" names 2 tests of test/race/a.race.test.ts'],
  ['b race › sells two', 'line 7: "b race › sells two" names no test and no reason'],
  ['a race: sells two', 'line 7: "a race: sells two" names no test and no reason'],
  ['bench/gone.ts', 'line 7: bench/gone.ts does not exist'],
  ['later parts', 'line 7: "later parts" names no test and no reason'],
  ['not yet: later', 'line 7: "not yet: later" names no test and no reason'],
])('refuses %j', (shown, problem) => {
  expect(casesProblems(list(shown), read)).toEqual([problem])
})

it('refuses a row without words, a file that is gone, and an empty list', () => {
  expect(casesProblems(list('a race › sells two', ''), read)).toEqual(['line 7: says nothing'])
  expect(
    casesProblems(list('a race › sells two', 'x', 'test/race/gone.race.test.ts'), read),
  ).toEqual([
    '"a race" is test/race/gone.race.test.ts, which does not exist',
    'line 7: test/race/gone.race.test.ts does not exist',
  ])
  expect(casesProblems('# nothing', read)).toEqual(['has no rows'])
})

it('counts cases, not short names', () => {
  expect(casesRows(list('a race › sells two'))).toEqual([
    { line: 7, says: 'one seat, 200 buyers', shownBy: ['a race › sells two'] },
  ])
})
