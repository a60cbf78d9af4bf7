import { expect, it } from 'vitest'
import { type EngineRun, exitCodeOf, lineOf } from './report.ts'

const passed = (title: string) => ({ title, status: 'passed' })
const failed = (title: string, message: string) => ({
  title,
  status: 'failed',
  failureMessages: [message],
})
const run = (...assertionResults: EngineRun['testResults'][number]['assertionResults']) => ({
  name: 'WebKit',
  testResults: [{ assertionResults }],
})

it.each([
  ['WebKit: 2 journeys passed', 0, run(passed('signs in'), passed('books'))],
  [
    'WebKit: 1 journeys passed, 1 failed (books)',
    1,
    run(passed('signs in'), failed('books', 'Error: There is no role button')),
  ],
  [
    'WebKit: 1 journeys passed, the engine failed in 1 (books)',
    3,
    run(passed('signs in'), failed('books', 'EngineFault: POST /url: socket closed')),
  ],
  [
    'WebKit: 0 journeys passed, 1 failed (signs in), the engine failed in 1 (books)',
    1,
    run(failed('signs in', 'Error: x'), failed('books', 'EngineFault: y')),
  ],
  [
    'WebKit: 0 journeys passed, the engine did not start',
    3,
    run({ title: 'books', status: 'skipped' }),
  ],
  ['WebKit: 0 journeys passed, the engine did not start', 3, { name: 'WebKit', testResults: [] }],
])('says "%s" and exits with %i', (line, code, report) => {
  expect([lineOf(report), exitCodeOf([report])]).toEqual([line, code])
})

it('exits with 1 when one engine failed and a journey failed in the other', () => {
  const broken = run(failed('books', 'EngineFault: y'))
  expect(exitCodeOf([broken, run(failed('books', 'Error: x'))])).toBe(1)
  expect(exitCodeOf([broken, run(passed('books'))])).toBe(3)
})
