/** Finds flaky tests, which failed and passed when their file ran again (docs/decisions/0051). */

/** Fields of a test in Vitest's JSON report that this file reads. */
interface ReportedTest {
  fullName: string
  status: string
  failureMessages?: string[]
}

/** Fields of a test file in Vitest's JSON report that this file reads. */
export interface ReportedFile {
  /** Path of the file. */
  name: string
  status: string
  /** The error of a file that failed outside its tests. */
  message?: string
  assertionResults: ReportedTest[]
}

/** A failed test, or a test file that failed outside its tests. */
export interface Failure {
  name: string
  /** Path of the test file. */
  file: string
  /** Message and place. */
  text: string
}

/** Largest number of flaky tests; more fail the run. */
export const FLAKY_MAX = 3

/** Returns the failed tests, and the files that failed without a failed test. */
export function failuresOf(files: readonly ReportedFile[]): Failure[] {
  return files.flatMap(({ name: file, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ name: file, file, text: message }] : []
    return failed.map(({ fullName, failureMessages: [first = ''] = [] }) => {
      return { name: fullName, file, text: withoutRunner(first) }
    })
  })
}

/** Splits the failures of two runs: `failing` failed in both, `flaky` in one of them. */
export function compareRuns(first: readonly Failure[], second: readonly Failure[]) {
  const isIn = (failures: readonly Failure[]) => (failure: Failure) =>
    failures.some(({ file, name }) => file === failure.file && name === failure.name)
  const failing = first.filter(isIn(second))
  const flaky = [...first, ...second].filter((failure) => !isIn(failing)(failure))
  return { failing, flaky }
}

/** Returns the lines to print: each flaky test with its failure. */
export function flakyLines(flaky: readonly Failure[]): string[] {
  const lines = flaky.map(({ name, text }) => `flaky: ${name}\n${text.replace(/^/gm, '    ')}`)
  if (flaky.length <= FLAKY_MAX) return lines
  return [...lines, `${flaky.length} flaky tests; ${FLAKY_MAX} are allowed`]
}

/** Removes the stack lines inside the test runner. */
function withoutRunner(stack: string): string {
  const lines = stack.split('\n')
  return lines.filter((line) => !/^ +at .*(node_modules|<anonymous>)/.test(line)).join('\n')
}
