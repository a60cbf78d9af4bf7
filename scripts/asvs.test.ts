import { expect, it } from 'vitest'
import { asvsProblems, asvsRows } from './asvs.ts'
import requirements from './asvs-requirements.json' with { type: 'json' }

const files: Record<string, string> = {
  'server/a.db.test.ts': "it('refuses a stranger', () => {})\nit.skip('is skipped', () => {})",
  'docs/decisions/0009-why.md': '# 9. Why',
  'docs/security.md': '# Security\n\n## Files: what is kept\n',
}
const read = (path: string) => files[path] ?? null

const WANTED = { 'V1.1.1': 2, 'V6.3.3': 2 }
const REASON = 'A second factor for the team is planned together with the screens of its members.'

/** The row that `table` writes as its second. */
const SECOND = '| V6.3.3 | 2 | a | met | server/a.db.test.ts › refuses |'

type Parts = { level?: string; state?: string; shown?: string; open?: string; more?: string }

/** A table whose first row is as given, and whose second is fine. */
function table(parts: Parts): string {
  const { level = '2', state = 'met', shown = 'server/a.db.test.ts › refuses', open = '' } = parts
  return [
    '# Requirements',
    '## What is open',
    open,
    '## V1',
    '| id | level | asks | state | shown by |',
    '|---|---|---|---|---|',
    `| V1.1.1 | ${level} | Input is decoded once | ${state} | ${shown} |`,
    parts.more ?? '| V6.3.3 | 2 | Two factors | decision | docs/decisions/0009-why.md |',
  ].join('\n')
}

const check = (parts: Parts) => asvsProblems(table(parts), WANTED, read)

it.each<[string, Parts]>([
  ['a test', {}],
  ['a section of a document', { shown: 'docs/security.md#files-what-is-kept' }],
  [
    'a decision with a file',
    { state: 'decision', shown: 'docs/decisions/0009-why.md<br>docs/security.md' },
  ],
  ['a reason', { state: 'not applicable', shown: 'No directory service is used.' }],
  ['an open row that the list names', { state: 'open', shown: REASON, open: '* V1.1.1' }],
])('lets pass: %s', (_what, parts) => {
  expect(check(parts)).toEqual([])
})

it.each<[string, Parts, string]>([
  [
    'a missing test',
    { shown: 'server/a.db.test.ts › refuses everybody' },
    'line 7: V1.1.1 server/a.db.test.ts has no test "refuses everybody"',
  ],
  [
    'a skipped test',
    { shown: 'server/a.db.test.ts › is skipped' },
    'line 7: V1.1.1 server/a.db.test.ts has no test "is skipped"',
  ],
  [
    'a missing decision',
    { state: 'decision', shown: 'docs/decisions/0010-no.md' },
    'line 7: V1.1.1 docs/decisions/0010-no.md does not exist',
  ],
  [
    'a missing section',
    { shown: 'docs/security.md#sessions' },
    'line 7: V1.1.1 docs/security.md has no section #sessions',
  ],
  [
    'words instead of a test',
    { shown: 'later' },
    'line 7: V1.1.1 is met without a test or section',
  ],
  [
    'a file alone',
    { shown: 'docs/security.md' },
    'line 7: V1.1.1 is met without a test or section',
  ],
  [
    'a decision shown by a test',
    { state: 'decision' },
    'line 7: V1.1.1 is decision without a decision or section',
  ],
  [
    'a bare open row',
    { state: 'open', shown: '', open: '* V1.1.1' },
    'line 7: V1.1.1 is open without a reason',
  ],
  [
    'an open row with a word',
    { state: 'open', shown: 'planned for a later part', open: '* V1.1.1' },
    'line 7: V1.1.1 is open without a reason',
  ],
  [
    'an open row that is buried',
    { state: 'open', shown: REASON },
    'V1.1.1 is open but not in the list',
  ],
  ['a list that is stale', { open: '* V6.3.3' }, 'V6.3.3 is listed but not open'],
  [
    'not applicable for no reason',
    { state: 'not applicable', shown: 'n/a' },
    'line 7: V1.1.1 is not applicable without a reason',
  ],
  ['an unknown state', { state: 'maybe' }, 'line 7: V1.1.1 has the unknown state "maybe"'],
  ['another level', { level: '1' }, 'line 7: V1.1.1 is of level 2, not "1"'],
  ['a missing id', { more: '' }, 'V6.3.3 has no row'],
  [
    'an id that does not exist',
    {
      more: `${SECOND}\n| V9.9.9 | 1 | a | met | server/a.db.test.ts › refuses |`,
    },
    'line 9: V9.9.9 is no requirement of level 1 or 2',
  ],
  [
    'an id twice',
    {
      more: `${SECOND}\n| V1.1.1 | 2 | a | met | server/a.db.test.ts › refuses |`,
    },
    'line 9: V1.1.1 has a row already',
  ],
])('refuses %s', (_what, parts, problem) => {
  expect(check(parts)).toContain(problem)
})

it('reads a row', () => {
  expect(asvsRows(table({}))[0]).toEqual({
    line: 7,
    id: 'V1.1.1',
    level: '2',
    asks: 'Input is decoded once',
    state: 'met',
    shown: 'server/a.db.test.ts › refuses',
  })
})

it('knows the 253 requirements of levels 1 and 2', () => {
  const levels = Object.values(requirements)
  expect([levels.filter((level) => level === 1).length, levels.length]).toEqual([70, 253])
})
