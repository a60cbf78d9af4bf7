/** Prints and counts flaky tests, which failed and passed when repeated (docs/decisions/0051). */

/** Fields of a test in Vitest's JSON report that this file reads. */
export interface ReportedTest {
  fullName: string
  status: string
  /** Messages of all tries: a passed test has messages when an earlier try failed. */
  failureMessages?: string[]
}

export interface FlakyTest {
  name: string
  /** Message and place of the first failure. */
  failure: string
}

/** Largest number of flaky tests; more fail the run. */
export const FLAKY_MAX = 3

/** Returns the tests that passed only when repeated, with their first failure. */
export function flakyTests(tests: readonly ReportedTest[]): FlakyTest[] {
  return tests.flatMap(({ fullName, status, failureMessages = [] }) => {
    const [first] = failureMessages
    if (status !== 'passed' || first === undefined) return []
    return [{ name: fullName, failure: withoutRunner(first) }]
  })
}

/** Returns the lines to print: each flaky test with its first failure. */
export function flakyLines(flaky: readonly FlakyTest[]): string[] {
  const lines = flaky.map(({ name, failure }) => `flaky: ${name}\n${indented(failure)}`)
  if (flaky.length <= FLAKY_MAX) return lines
  return [...lines, `${flaky.length} flaky tests; ${FLAKY_MAX} are allowed`]
}

/** Removes the stack lines inside the test runner. */
function withoutRunner(stack: string): string {
  const lines = stack.split('\n')
  return lines.filter((line) => !/^ +at .*(node_modules|<anonymous>)/.test(line)).join('\n')
}

function indented(text: string): string {
  return text.replace(/^/gm, '    ')
}
