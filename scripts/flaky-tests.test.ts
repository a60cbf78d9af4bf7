import { expect, it } from 'vitest'
import {
  compareRuns,
  type Failure,
  FLAKY_MAX,
  failuresOf,
  flakyLines,
  type ReportedFile,
} from './flaky-tests.ts'

const text = 'Error: no button\n    at story.e2e.ts:3:1'
const inRunner = `${text}
    at file:///node_modules/vitest/run.js:1:1
    at new Promise (<anonymous>)`

const failure = (name: string, file = 'a.e2e.ts'): Failure => ({ name, file, text })

it('finds failed tests, and a file that failed before its tests', () => {
  const files: ReportedFile[] = [
    {
      ...{ name: 'a.e2e.ts', status: 'failed' },
      assertionResults: [
        { fullName: 'books', status: 'failed', failureMessages: [inRunner] },
        { fullName: 'pays', status: 'passed', failureMessages: [] },
        { fullName: 'rates', status: 'pending' },
      ],
    },
    { name: 'b.e2e.ts', status: 'failed', message: 'no site', assertionResults: [] },
    { name: 'c.e2e.ts', status: 'passed', assertionResults: [] },
  ]
  expect(failuresOf(files)).toEqual([
    { name: 'books', file: 'a.e2e.ts', text },
    { name: 'b.e2e.ts', file: 'b.e2e.ts', text: 'no site' },
  ])
})

it('calls a test flaky that failed in one run, and failing what failed in both', () => {
  const first = [failure('books'), failure('pays')]
  const second = [failure('pays'), failure('rides'), failure('books', 'b.e2e.ts')]
  expect(compareRuns(first, second)).toEqual({
    failing: [failure('pays')],
    flaky: [failure('books'), failure('rides'), failure('books', 'b.e2e.ts')],
  })
})

it('prints the name and the failure of each flaky test', () => {
  const lines = flakyLines([failure('books')])
  expect(lines).toEqual(['flaky: books\n    Error: no button\n        at story.e2e.ts:3:1'])
})

it('reports when there are more flaky tests than the limit', () => {
  const flaky = Array.from({ length: FLAKY_MAX + 1 }, (_, at) => failure(`t${at}`))
  expect(flakyLines(flaky).at(-1)).toBe('4 flaky tests; 3 are allowed')
  expect(flakyLines(flaky.slice(1))).toHaveLength(FLAKY_MAX)
})
