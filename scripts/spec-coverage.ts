// Checks docs/spec-coverage.md: each sentence of the specification has a test or a decision.
import {
  kindOf,
  type ReadFile,
  referenceProblem,
  referencesOf,
  type TaggedFiles,
  tableRows,
} from './evidence.ts'

/** Row of the list: line number, sentence, and evidence other than tests. */
export type CoverageRow = { line: number; id: string; says: string; decisions: string[] }

/** Sections in the order of the specification; each needs at least one row. */
export const SECTIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Ids of sentences: `S4.12` is the twelfth row of section 4. */
export const SPEC_ROWS = { id: /^S\d\.\d+$/, column: 2 }

/** Returns the rows of every table of the document, without headings and rulers. */
export function rowsOf(markdown: string): CoverageRow[] {
  return tableRows(markdown)
    .filter(({ cells }) => cells[0] !== 'id')
    .map(({ line, cells: [id = '', says = '', , decisions = ''] }) => ({
      line,
      id,
      says,
      decisions: referencesOf(decisions),
    }))
}

function problemOf(reference: string, read: ReadFile): string | null {
  const problem = referenceProblem(reference, read)
  if (problem) return problem
  return kindOf(reference) === 'decision' ? null : `"${reference}" is no decision`
}

function rowProblems(row: CoverageRow, tagged: TaggedFiles, read: ReadFile): string[] {
  const at = `line ${row.line}:`
  if (row.says === '') return [`${at} says nothing`]
  if (row.decisions.length === 0 && !tagged.has(row.id)) {
    return [`${at} ${row.id} "${row.says}" has neither test nor decision`]
  }
  const problems = row.decisions.map((reference) => problemOf(reference, read))
  return problems.filter((problem) => problem !== null).map((problem) => `${at} ${problem}`)
}

function orderProblems(rows: readonly CoverageRow[]): string[] {
  const seen = rows.map(({ id }) => /^S(\d)\.\d+$/.exec(id)?.[1] ?? '')
  const ids = rows.map(({ id }) => id)
  const missing = SECTIONS.filter((section) => !seen.includes(section))
  const strange = rows.filter((_, at) => !SECTIONS.some((section) => section === seen[at]))
  const back = rows.filter((_, at) => at > 0 && Number(seen[at]) < Number(seen[at - 1]))
  const twice = rows.filter(({ id }, at) => ids.indexOf(id) < at)
  return [
    ...missing.map((section) => `§${section} has no row`),
    ...strange.map(({ line, id }) => `line ${line}: "${id}" is no id of a section`),
    ...back.map(({ line }) => `line ${line}: goes back to an earlier section`),
    ...twice.map(({ line, id }) => `line ${line}: ${id} has a row already`),
  ]
}

/** Returns every problem of docs/spec-coverage.md, one sentence each; empty when there is none. */
export function coverageProblems(markdown: string, tagged: TaggedFiles, read: ReadFile): string[] {
  const rows = rowsOf(markdown)
  return [...orderProblems(rows), ...rows.flatMap((row) => rowProblems(row, tagged, read))]
}
