// Tables of docs/ whose rows are shown by tests, and by what else a row may be shown: a decision, a
// section of a document, a file.

/** Reads a file of the project; null when it does not exist. */
export type ReadFile = (path: string) => string | null

/** Files of tests by the id of the row that they are tagged with. */
export type TaggedFiles = ReadonlyMap<string, readonly string[]>

/** A row of a table, with the line of the document that it stands on (from 1). */
export type TableRow = { line: number; cells: string[] }

const DECISION = /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/
const SECTION = /^(docs\/[a-z-]+\.md)#([\p{L}\d-]+)$/u
const FILE = /^[\w.-]+(?:\/[\w.-]+)*\.[a-z]+$/
const TEST_FILE = /\.(?:test|e2e)\.tsx?\b/

export type EvidenceKind = 'decision' | 'section' | 'file'

/** What a reference says it is; null when it is none of them. */
export function kindOf(reference: string): EvidenceKind | null {
  if (DECISION.test(reference)) return 'decision'
  if (SECTION.test(reference)) return 'section'
  return FILE.test(reference) ? 'file' : null
}

/** Every row of every table of a document, headings too; rulers are left out. */
export function tableRows(markdown: string): TableRow[] {
  return markdown.split('\n').flatMap((text, index) => {
    if (!text.startsWith('|') || /^[|\s:-]+$/.test(text)) return []
    return [{ line: index + 1, cells: cellsOf(text) }]
  })
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The references of a cell, which `<br>` parts. */
export function referencesOf(cell: string): string[] {
  return cell
    .split('<br>')
    .map((each) => each.trim().replace(/^`|`$/g, ''))
    .filter(Boolean)
}

/** What is wrong with one reference; null when it leads somewhere. */
export function referenceProblem(reference: string, read: ReadFile): string | null {
  if (TEST_FILE.test(reference)) return `"${reference}" is a test: put a tag above it instead`
  if (kindOf(reference) === null) return `"${reference}" names no decision, section or file`
  const [, document = reference, anchor] = SECTION.exec(reference) ?? []
  const text = read(document)
  if (text === null) return `${document} does not exist`
  if (anchor && !anchorsOf(text).includes(anchor)) return `${document} has no section #${anchor}`
  return null
}

/** The anchors that a reader on the web gets for the headings of a document. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}

/** The cell that lists the tests of a row. */
export function testsCell(id: string, tagged: TaggedFiles): string {
  return (tagged.get(id) ?? []).join('<br>')
}

/**
 * The document with its column of tests written anew: every row whose first cell is an id of the
 * given kind gets the files that are tagged with it, in the column given (from 0).
 */
export function withTests(
  markdown: string,
  { id, column }: { id: RegExp; column: number },
  tagged: TaggedFiles,
): string {
  const lines = markdown.split('\n')
  for (const { line, cells } of tableRows(markdown)) {
    const [rowId = ''] = cells
    if (!id.test(rowId)) continue
    cells[column] = testsCell(rowId, tagged)
    const written = cells.map((cell) => cell.replaceAll('|', '\\|'))
    lines[line - 1] = `| ${written.join(' | ')} |`.replace(/ {2,}/g, ' ')
  }
  return lines.join('\n')
}
