import { expect, it } from 'vitest'
import { asvsProblems, asvsRows } from './asvs.ts'
import requirements from './asvs-requirements.json' with { type: 'json' }

const files: Record<string, string> = {
  'docs/decisions/0009-why.md': '# 9. Why',
  'docs/security.md': '# Security\n\n## Files: what is kept\n',
}
const read = (path: string) => files[path] ?? null

const WANTED = { 'V1.1.1': 2, 'V6.3.3': 2 }
const REASON = 'A second factor for the team is planned together with the screens of its members.'

/** Second row of `table`. */
const SECOND = '| V6.3.3 | 2 | a | decision | | docs/decisions/0009-why.md |'

type Parts = {
  level?: string
  state?: string
  also?: string
  open?: string
  more?: string
  /** Whether a test has the tag of the first row. */
  tagged?: boolean
}

/** A table with the given first row, and a correct second row. */
function table(parts: Parts): string {
  const { level = '2', state = 'met', also = '', open = '' } = parts
  return [
    '# Requirements',
    '## What is open',
    open,
    '## V1',
    '| id | level | asks | state | tests | also |',
    '|---|---|---|---|---|---|',
    `| V1.1.1 | ${level} | Input is decoded once | ${state} | | ${also} |`,
    parts.more ?? SECOND,
  ].join('\n')
}

function check(parts: Parts): string[] {
  const tests: [string, string[]][] = [['V1.1.1', ['server/a.db.test.ts']]]
  const tagged = new Map(parts.tagged === false ? [] : tests)
  return asvsProblems(table(parts), WANTED, { tagged, read })
}

it.each<[string, Parts]>([
  ['a test', {}],
  ['a section of a document', { tagged: false, also: 'docs/security.md#files-what-is-kept' }],
  [
    'a decision with a file',
    { state: 'decision', also: 'docs/decisions/0009-why.md<br>docs/security.md' },
  ],
  ['a reason', { state: 'not applicable', also: 'No directory service is used.' }],
  ['an open row that the list names', { state: 'open', also: REASON, open: '* V1.1.1' }],
])('accepts a row of docs/asvs.md with %s', (_what, parts) => {
  expect(check(parts)).toEqual([])
})

it.each<[string, Parts, string]>([
  ['no tagged test', { tagged: false }, 'line 7: V1.1.1 is met without a test or section'],
  [
    'a missing decision',
    { state: 'decision', also: 'docs/decisions/0010-no.md' },
    'line 7: V1.1.1 docs/decisions/0010-no.md does not exist',
  ],
  [
    'a missing section',
    { also: 'docs/security.md#sessions' },
    'line 7: V1.1.1 docs/security.md has no section #sessions',
  ],
  [
    'words instead of a test',
    { also: 'later', tagged: false },
    'line 7: V1.1.1 is met without a test or section',
  ],
  [
    'a file alone',
    { also: 'docs/security.md', tagged: false },
    'line 7: V1.1.1 is met without a test or section',
  ],
  [
    'a decision shown by a test',
    { state: 'decision' },
    'line 7: V1.1.1 is decision without a decision or section',
  ],
  [
    'a bare open row',
    { state: 'open', also: '', open: '* V1.1.1' },
    'line 7: V1.1.1 is open without a reason',
  ],
  [
    'an open row with a word',
    { state: 'open', also: 'planned for a later part', open: '* V1.1.1' },
    'line 7: V1.1.1 is open without a reason',
  ],
  [
    'an open row that is buried',
    { state: 'open', also: REASON },
    'V1.1.1 is open but not in the list',
  ],
  ['a list that is stale', { open: '* V6.3.3' }, 'V6.3.3 is listed but not open'],
  [
    'not applicable for no reason',
    { state: 'not applicable', also: 'n/a' },
    'line 7: V1.1.1 is not applicable without a reason',
  ],
  ['an unknown state', { state: 'maybe' }, 'line 7: V1.1.1 has the unknown state "maybe"'],
  ['another level', { level: '1' }, 'line 7: V1.1.1 is of level 2, not "1"'],
  ['a missing id', { more: '' }, 'V6.3.3 has no row'],
  [
    'an id that does not exist',
    {
      more: `${SECOND}\n| V9.9.9 | 1 | a | met | | docs/security.md#files |`,
    },
    'line 9: V9.9.9 is no requirement of level 1 or 2',
  ],
  [
    'an id twice',
    {
      more: `${SECOND}\n| V1.1.1 | 2 | a | met | | |`,
    },
    'line 9: V1.1.1 has a row already',
  ],
])('refuses a row of docs/asvs.md with %s', (_what, parts, problem) => {
  expect(check(parts)).toContain(problem)
})

it('reads the cells of a row of docs/asvs.md', () => {
  expect(asvsRows(table({}))[0]).toEqual({
    line: 7,
    id: 'V1.1.1',
    level: '2',
    asks: 'Input is decoded once',
    state: 'met',
    also: '',
  })
})

it('requires rows for the 253 requirements of ASVS levels 1 and 2', () => {
  const levels = Object.values(requirements)
  expect([levels.filter((level) => level === 1).length, levels.length]).toEqual([70, 253])
})
