// What docs/cases-coverage.md promises: each attack or accident is tried in a test.
import {
  kindOf,
  type ReadFile,
  referenceProblem,
  referencesOf,
  type TaggedFiles,
  tableRows,
} from './evidence.ts'

export type CasesRow = { line: number; id: string; says: string; also: string[] }

/** `C17`; a new row takes the next free number, wherever it stands. */
export const CASE_ROWS = { id: /^C\d+$/, column: 2 }

/** A row that no test shows yet says why. */
const WITHOUT = /^(not yet|no test): .{20,}$/

/** The rows that say a case; headings are not among them. */
export function casesRows(markdown: string): CasesRow[] {
  return tableRows(markdown)
    .filter(({ cells }) => cells[0] !== 'id')
    .map(({ line, cells: [id = '', says = '', , also = ''] }) => ({
      line,
      id,
      says,
      also: referencesOf(also),
    }))
}

/** Everything that is wrong with the list, one sentence each; empty when it holds. */
export function casesProblems(markdown: string, tagged: TaggedFiles, read: ReadFile): string[] {
  const rows = casesRows(markdown)
  const ids = rows.map(({ id }) => id)
  return [
    ...(rows.length === 0 ? ['has no rows'] : []),
    ...rows
      .filter(({ id }, at) => ids.indexOf(id) < at)
      .map(({ line, id }) => `line ${line}: ${id} has a row already`),
    ...rows.flatMap((row) => rowProblems(row, tagged, read)),
  ]
}

function rowProblems(row: CasesRow, tagged: TaggedFiles, read: ReadFile): string[] {
  const { line, id, says, also } = row
  if (!CASE_ROWS.id.test(id)) return [`line ${line}: "${id}" is no id of a case`]
  if (says === '') return [`line ${line}: says nothing`]
  if (also.length === 0 && !tagged.has(id)) {
    return [`line ${line}: ${id} "${says}" is shown by nothing`]
  }
  return also
    .filter((each) => !WITHOUT.test(each))
    .map((each) => problemOf(each, read))
    .filter((problem) => problem !== null)
    .map((problem) => `line ${line}: ${problem}`)
}

/** A bench or a document may stand beside tests; prose does not. */
function problemOf(reference: string, read: ReadFile): string | null {
  const problem = referenceProblem(reference, read)
  if (problem && kindOf(reference) === null) return `"${reference}" names no file and no reason`
  return problem
}
