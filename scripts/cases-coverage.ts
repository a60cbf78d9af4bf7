// What docs/cases-coverage.md promises: each attack or accident is tried in a test that exists.
import { kindOf, type ReadFile, referenceProblem, referencesOf, tableRows } from './evidence.ts'

export type CasesRow = { line: number; says: string; shownBy: string[] }

/** A row that no test shows yet says why. */
const WITHOUT = /^(not yet|no test): .{20,}$/

/** Short name of a test file to its path, from the table under "Short names". */
function shortNames(markdown: string): Map<string, string> {
  const rows = tableRows(markdown).filter(({ cells }) => isFile(cells[1] ?? ''))
  return new Map(rows.map(({ cells: [name = '', path = ''] }) => [name, path.replaceAll('`', '')]))
}

function isFile(cell: string): boolean {
  return /^`[\w./-]+\.(?:test|e2e)\.ts`$/.test(cell)
}

/** The rows that say a case; short names and headings are not among them. */
export function casesRows(markdown: string): CasesRow[] {
  return tableRows(markdown)
    .filter(({ cells }) => !isFile(cells[1] ?? '') && !/^(case|short name)$/.test(cells[0] ?? ''))
    .map(({ line, cells: [says = '', shown = ''] }) => ({
      line,
      says,
      shownBy: referencesOf(shown),
    }))
}

/** Everything that is wrong with the list, one sentence each; empty when it holds. */
export function casesProblems(markdown: string, read: ReadFile): string[] {
  const names = shortNames(markdown)
  const rows = casesRows(markdown)
  const missing = [...names].filter(([, path]) => read(path) === null)
  return [
    ...missing.map(([name, path]) => `"${name}" is ${path}, which does not exist`),
    ...(rows.length === 0 ? ['has no rows'] : []),
    ...rows.flatMap((row) => rowProblems(row, names, read)),
  ]
}

function rowProblems(row: CasesRow, names: Map<string, string>, read: ReadFile): string[] {
  const { line, says, shownBy } = row
  if (says === '') return [`line ${line}: says nothing`]
  if (shownBy.length === 0) return [`line ${line}: "${says}" is shown by nothing`]
  return shownBy
    .filter((each) => !WITHOUT.test(each))
    .map((each) => problemOf(withPath(each, names), read))
    .filter((problem) => problem !== null)
    .map((problem) => `line ${line}: ${problem}`)
}

/** A bench or a document may stand beside tests; prose does not. */
function problemOf(reference: string, read: ReadFile): string | null {
  return kindOf(reference) === null
    ? `"${reference}" names no test and no reason`
    : referenceProblem(reference, read)
}

function withPath(reference: string, names: Map<string, string>): string {
  const [, name = '', title = ''] = /^(.+?) › (.+)$/.exec(reference) ?? []
  const path = names.get(name)
  return path ? `${path} › ${title}` : reference
}
