// What docs/spec-coverage.md promises: each sentence of the specification has a test or a decision.

/** One row of the list: where the sentence stands, what it says, what shows it. */
export type CoverageRow = { line: number; section: string; says: string; shownBy: string[] }

/** Reads a file of the project; null when it does not exist. */
export type ReadFile = (path: string) => string | null

const DECISION = /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/
const TEST = /^(\S+\.(?:test|e2e)\.ts) › (.+)$/

/** Sections in the order of the specification; each has at least one row. */
export const SECTIONS = ['2', '3', '4', '5', '6', '7', '8', '9'] as const

/**
 * Titles of `it`, `test` and `describe`, of their `.each` too. Skipped tests show nothing and are
 * left out.
 */
export function titlesOf(source: string): string[] {
  const call = /(?:\b(?:it|test|describe)(\.\w+)?|\))\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2\s*,/g
  return [...source.matchAll(call)]
    .filter(([, modifier]) => modifier !== '.skip' && modifier !== '.todo')
    .map(([, , , title]) => (title ?? '').replace(/\\(.)/g, '$1'))
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The rows of every table of the document; headings and rulers are not rows. */
export function rowsOf(markdown: string): CoverageRow[] {
  return markdown.split('\n').flatMap((text, index) => {
    if (!text.startsWith('|') || /^[|\s:-]+$/.test(text)) return []
    const [section = '', says = '', shown = ''] = cellsOf(text)
    if (section === '§') return []
    const shownBy = shown.split('<br>')
    return [
      {
        line: index + 1,
        section,
        says,
        shownBy: shownBy.map((each) => each.trim().replace(/^`|`$/g, '')).filter(Boolean),
      },
    ]
  })
}

/** What is wrong with one reference; null when it leads to a test or to a decision. */
function problemOf(reference: string, read: ReadFile): string | null {
  if (DECISION.test(reference)) {
    return read(reference) === null ? `${reference} does not exist` : null
  }
  const [, path, title] = TEST.exec(reference) ?? []
  if (!path || !title) return `"${reference}" names neither a test nor a decision`
  const source = read(path)
  if (source === null) return `${path} does not exist`
  const titles = titlesOf(source)
  if (titles.includes(title)) return null
  const found = titles.filter((each) => each.includes(title))
  if (found.length === 0) return `${path} has no test "${title}"`
  return found.length > 1 ? `"${title}" names ${found.length} tests of ${path}` : null
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
