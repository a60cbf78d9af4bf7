import { expect, it } from 'vitest'
import { coverageProblems, rowsOf, SECTIONS } from './spec-coverage.ts'

const files: Record<string, string> = {
  'web/a.test.ts': "it('shows ten', () => {})",
  'docs/decisions/0009-why.md': '# 9. Why',
}
const read = (path: string) => files[path] ?? null
const NOBODY = new Map<string, string[]>()
const DECISION = 'docs/decisions/0009-why.md'

/** A list with one row for each section; the row of section 5 is as given. */
function listWith(decision: string, says = 'it says so'): string {
  const rows = SECTIONS.map((section) =>
    section === '5'
      ? `| S5.1 | ${says} | | ${decision} |`
      : `| S${section}.1 | a | | ${DECISION} |`,
  )
  return ['# List', '', '| id | says | tests | decision |', '|---|---|---|---|', ...rows].join('\n')
}

it('reads rows that contain bars and several decisions', () => {
  const [row] = rowsOf('| S5.1 | a \\| b | x.test.ts | `docs/decisions/0001-z.md`<br>docs/y.md |')
  expect(row).toEqual({
    line: 1,
    id: 'S5.1',
    says: 'a | b',
    decisions: ['docs/decisions/0001-z.md', 'docs/y.md'],
  })
})

it('accepts a row of the specification with a tagged test or a decision', () => {
  const tagged = new Map([['S5.1', ['web/a.test.ts']]])
  expect(coverageProblems(listWith(''), tagged, read)).toEqual([])
  expect(coverageProblems(listWith(DECISION), NOBODY, read)).toEqual([])
})

it.each([
  ['', 'line 9: S5.1 "it says so" has neither test nor decision'],
  ['later', 'line 9: "later" names no decision, section or file'],
  ['web/a.test.ts', 'line 9: "web/a.test.ts" is a test: put a tag above it instead'],
  [
    'web/a.test.ts › shows ten',
    'line 9: "web/a.test.ts › shows ten" is a test: put a tag above it instead',
  ],
  ['docs/decisions/0010-no.md', 'line 9: docs/decisions/0010-no.md does not exist'],
])('refuses %j as evidence for a sentence of the specification', (decision, problem) => {
  expect(coverageProblems(listWith(decision), NOBODY, read)).toEqual([problem])
})

it('refuses a row without words, a missing section, a duplicate id and a wrong order', () => {
  expect(coverageProblems(listWith(DECISION, ''), NOBODY, read)).toEqual(['line 9: says nothing'])
  const ids = ['S3.1', 'S2.1', 'S4.1', 'S5.1', 'S6.1', 'S7.1', 'S9.1', 'S9.1', 'S10.1']
  const list = ids.map((id) => `| ${id} | a | | ${DECISION} |`)
  expect(coverageProblems(list.join('\n'), NOBODY, read)).toEqual([
    '§1 has no row',
    '§8 has no row',
    'line 9: "S10.1" is no id of a section',
    'line 2: goes back to an earlier section',
    'line 9: goes back to an earlier section',
    'line 8: S9.1 has a row already',
  ])
})
