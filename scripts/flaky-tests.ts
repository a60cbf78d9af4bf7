/** Tests that failed, ran once more and passed: shown, and counted (docs/decisions/0054). */

/** What Vitest's JSON report says of one test; the parts that are read here. */
export interface ReportedTest {
  fullName: string
  status: string
  /** Of all tries: a test that passed has some when an earlier try failed. */
  failureMessages?: string[]
}

export interface FlakyTest {
  name: string
  /** Message and place of the first failure. */
  failure: string
}

/** More than these in one run fail it. */
export const FLAKY_MAX = 3

/** The tests that passed only when they were repeated, with their first failure. */
export function flakyTests(tests: readonly ReportedTest[]): FlakyTest[] {
  return tests.flatMap(({ fullName, status, failureMessages = [] }) => {
    const [first] = failureMessages
    if (status !== 'passed' || first === undefined) return []
    return [{ name: fullName, failure: withoutRunner(first) }]
  })
}

/** The lines to print: each flaky test with its first failure. */
export function flakyLines(flaky: readonly FlakyTest[]): string[] {
  const lines = flaky.map(({ name, failure }) => `flaky: ${name}\n${indented(failure)}`)
  if (flaky.length <= FLAKY_MAX) return lines
  return [...lines, `${flaky.length} flaky tests; ${FLAKY_MAX} are allowed`]
}

/** Without the lines of the stack inside the test runner. */
function withoutRunner(stack: string): string {
  const lines = stack.split('\n')
  return lines.filter((line) => !/^ +at .*(node_modules|<anonymous>)/.test(line)).join('\n')
}

function indented(text: string): string {
  return text.replace(/^/gm, '    ')
}
