// Pages of docs/ whose rows name the tests that show them. They are written by hand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../scripts/project.ts'

/** Column of the tests by page (from 0); the next one has decisions, sections or a reason. */
const TESTS_COLUMN = { 'docs/spec-coverage.md': 2, 'docs/cases-coverage.md': 2, 'docs/asvs.md': 4 }
const ID = /^(?:S\d\.\d+|C\d+|V\d+\.\d+\.\d+)$/

export type CoverageRow = { id: string; where: string; tests: string[]; also: string }

/** Returns the rows of a page's tables that begin with an id. */
export function rowsOf(page: string, markdown: string, column: number): CoverageRow[] {
  return markdown.split('\n').flatMap((line, index) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [, id = ''] = cells
    if (!line.startsWith('|') || !ID.test(id)) return []
    const tests = (cells[column + 1] ?? '').split('<br>').filter(Boolean)
    return [{ id, where: `${page}:${index + 1} ${id}`, tests, also: cells[column + 2] ?? '' }]
  })
}

/** Reads the rows of all pages. */
export function coverageRows(): CoverageRow[] {
  return Object.entries(TESTS_COLUMN).flatMap(([page, column]) =>
    rowsOf(page, readFileSync(join(ROOT, page), 'utf8'), column),
  )
}
