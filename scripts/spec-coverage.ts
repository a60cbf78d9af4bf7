// What docs/spec-coverage.md promises: each sentence of the specification has a test or a decision.
import { kindOf, type ReadFile, referenceProblem, referencesOf, tableRows } from './evidence.ts'

/** One row of the list: where the sentence stands, what it says, what shows it. */
export type CoverageRow = { line: number; section: string; says: string; shownBy: string[] }

/** Sections in the order of the specification; each has at least one row. */
export const SECTIONS = ['2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The rows of every table of the document; headings and rulers are not rows. */
export function rowsOf(markdown: string): CoverageRow[] {
  return tableRows(markdown)
    .filter(({ cells }) => cells[0] !== '§')
    .map(({ line, cells: [section = '', says = '', shown = ''] }) => ({
      line,
      section,
      says,
      shownBy: referencesOf(shown),
    }))
}

/** What is wrong with one reference; null when it leads to a test or to a decision. */
function problemOf(reference: string, read: ReadFile): string | null {
  const kind = kindOf(reference)
  if (kind === 'test' || kind === 'decision') return referenceProblem(reference, read)
  return `"${reference}" names neither a test nor a decision`
}

function rowProblems(row: CoverageRow, read: ReadFile): string[] {
  const at = `line ${row.line}:`
  if (row.says === '') return [`${at} says nothing`]
  if (row.shownBy.length === 0) return [`${at} "${row.says}" has neither test nor decision`]
  const problems = row.shownBy.map((reference) => problemOf(reference, read))
  return problems.filter((problem) => problem !== null).map((problem) => `${at} ${problem}`)
}

function orderProblems(rows: readonly CoverageRow[]): string[] {
  const seen = rows.map(({ section }) => section.replace(/^§/, ''))
  const missing = SECTIONS.filter((section) => !seen.includes(section))
  const strange = rows.filter((_, at) => !SECTIONS.some((section) => section === seen[at]))
  const back = rows.filter((_, at) => at > 0 && Number(seen[at]) < Number(seen[at - 1]))
  return [
    ...missing.map((section) => `§${section} has no row`),
    ...strange.map(({ line, section }) => `line ${line}: "${section}" is no section`),
    ...back.map(({ line }) => `line ${line}: goes back to an earlier section`),
  ]
}

/** Everything that is wrong with the list, one sentence each; empty when it holds. */
export function coverageProblems(markdown: string, read: ReadFile): string[] {
  const rows = rowsOf(markdown)
  return [...orderProblems(rows), ...rows.flatMap((row) => rowProblems(row, read))]
}
