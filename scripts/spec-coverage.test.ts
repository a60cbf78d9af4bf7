import { expect, it } from 'vitest'
import { titlesOf } from './evidence.ts'
import { coverageProblems, rowsOf, SECTIONS } from './spec-coverage.ts'

const source = `
describe('the wallet', () => {
  it('says "No hay transacciones"', () => {})
  it('shows ten', async () => {})
  it('shows ten more', async () => {})
  it.each([['a', 1]] as const)('colours %s', (a) => {})
  it.each([
    [1, 2],
  ])(
    'wraps %s',
    (a) => {},
  )
  it.skip('is skipped', () => {})
  expect(text('not a title')).toBe(1)
})
`
const files: Record<string, string> = {
  'web/a.test.ts': source,
  'docs/decisions/0009-why.md': '# 9. Why',
}
const read = (path: string) => files[path] ?? null

/** A list with one row for each section, except for the cells given. */
function listWith(shown: string, says = 'it says so'): string {
  const rows = SECTIONS.map((section) =>
    section === '5'
      ? `| 5 | ${says} | ${shown} |`
      : `| ${section} | a | docs/decisions/0009-why.md |`,
  )
  return ['# List', '', '| § | says | test or decision |', '|---|---|---|', ...rows].join('\n')
}

const check = (shown: string, says?: string) => coverageProblems(listWith(shown, says), read)

it('finds the titles of tests, not of those that are skipped', () => {
  expect(titlesOf(source)).toEqual([
    'the wallet',
    'says "No hay transacciones"',
    'shows ten',
    'shows ten more',
    'colours %s',
    'wraps %s',
  ])
})

it('reads rows, with bars inside and several tests', () => {
  const [row] = rowsOf('| 5 | a \\| b | `x.test.ts › y`<br>docs/decisions/0001-z.md |')
  expect(row).toEqual({
    line: 1,
    section: '5',
    says: 'a | b',
    shownBy: ['x.test.ts › y', 'docs/decisions/0001-z.md'],
  })
})

it.each([
  'web/a.test.ts › shows ten',
  'web/a.test.ts › No hay',
  '`web/a.test.ts › colours %s`',
  'web/a.test.ts › wraps',
  'docs/decisions/0009-why.md',
  'web/a.test.ts › the wallet<br>docs/decisions/0009-why.md',
])('lets pass: %s', (shown) => {
  expect(check(shown)).toEqual([])
})

it.each([
  ['', 'line 8: "it says so" has neither test nor decision'],
  ['later', 'line 8: "later" names neither a test nor a decision'],
  ['web/b.test.ts › shows ten', 'line 8: web/b.test.ts does not exist'],
  ['web/a.test.ts › shows eleven', 'line 8: web/a.test.ts has no test "shows eleven"'],
  ['web/a.test.ts › is skipped', 'line 8: web/a.test.ts has no test "is skipped"'],
  ['web/a.test.ts › not a title', 'line 8: web/a.test.ts has no test "not a title"'],
  ['web/a.test.ts › shows', 'line 8: "shows" names 2 tests of web/a.test.ts'],
  ['docs/decisions/0010-no.md', 'line 8: docs/decisions/0010-no.md does not exist'],
  ['web/a.test.ts › shows ten<br>web/a.test.ts › gone', 'line 8: web/a.test.ts has no test "gone"'],
])('refuses %j', (shown, problem) => {
  expect(check(shown)).toEqual([problem])
})

it('refuses a row without words, a missing section and the wrong order', () => {
  expect(check('web/a.test.ts › wraps', '')).toEqual(['line 8: says nothing'])
  const decision = 'docs/decisions/0009-why.md'
  const list = ['3', '2', '4', '5', '6', '7', '9', '10'].map((n) => `| ${n} | a | ${decision} |`)
  expect(coverageProblems(list.join('\n'), read)).toEqual([
    '§8 has no row',
    'line 8: "10" is no section',
    'line 2: goes back to an earlier section',
  ])
})
