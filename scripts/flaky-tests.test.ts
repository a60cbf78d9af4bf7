import { expect, it } from 'vitest'
import { FLAKY_MAX, flakyLines, flakyTests } from './flaky-tests.ts'

const failure = 'Error: no button\n    at story.e2e.ts:3:1'
const inRunner = `${failure}
    at file:///node_modules/vitest/run.js:1:1
    at new Promise (<anonymous>)`

it('counts only a test that passed after a failure as flaky', () => {
  const tests = [
    { fullName: 'books', status: 'passed', failureMessages: [inRunner, 'second'] },
    { fullName: 'pays', status: 'passed', failureMessages: [] },
    { fullName: 'rides', status: 'failed', failureMessages: [failure, failure] },
    { fullName: 'rates', status: 'pending' },
  ]
  expect(flakyTests(tests)).toEqual([{ name: 'books', failure }])
})

it('prints the name and the first failure of each flaky test', () => {
  const lines = flakyLines([{ name: 'books', failure }])
  expect(lines).toEqual(['flaky: books\n    Error: no button\n        at story.e2e.ts:3:1'])
})

it('reports when there are more flaky tests than the limit', () => {
  const flaky = Array.from({ length: FLAKY_MAX + 1 }, (_, at) => ({ name: `t${at}`, failure }))
  expect(flakyLines(flaky).at(-1)).toBe('4 flaky tests; 3 are allowed')
  expect(flakyLines(flaky.slice(1))).toHaveLength(FLAKY_MAX)
})
