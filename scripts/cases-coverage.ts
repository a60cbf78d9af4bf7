// Checks docs/cases-coverage.md: each attack or accident is tried in a test.
import {
  deniedCallProblems,
  kindOf,
  type ReadFile,
  referenceProblem,
  referencesOf,
  type TaggedFiles,
  tableRows,
} from './evidence.ts'

export type CasesRow = { line: number; id: string; says: string; also: string[] }

/** Ids of cases, such as `C17`; a new row takes the next free number, at any position. */
export const CASE_ROWS = { id: /^C\d+$/, column: 2 }

/** What a row lacks, with the calls that would do it. */
const NOT_YET = /^not yet: .{20,}$/

/** Returns the rows with cases, without headings. */
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

/** Returns every problem of docs/cases-coverage.md, one sentence each; empty when there is none. */
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
    .flatMap((each) => (NOT_YET.test(each) ? deniedCallProblems(each) : problemsOf(each, read)))
    .map((problem) => `line ${line}: ${problem}`)
}

/** A bench or a document may be cited in addition to tests; prose may not. */
function problemsOf(reference: string, read: ReadFile): string[] {
  const problem = referenceProblem(reference, read)
  if (problem === null) return []
  return [kindOf(reference) === null ? `"${reference}" names no file and no reason` : problem]
}
