// Tables in docs/ whose rows need evidence: tests, a decision, a section of a document, or a file.
import { api } from '#contract/api.ts'
import type { RouteDef } from '#contract/route.ts'

/** Reads a file of the project; null when it does not exist. */
export type ReadFile = (path: string) => string | null

/** Test files by the id of the row that their tags name. */
export type TaggedFiles = ReadonlyMap<string, readonly string[]>

/** Row of a table, with its line number in the document (from 1). */
export type TableRow = { line: number; cells: string[] }

const DECISION = /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/
const SECTION = /^(docs\/[a-z-]+\.md)#([\p{L}\d-]+)$/u
const FILE = /^[\w.-]+(?:\/[\w.-]+)*\.[a-z]+$/
const TEST_FILE = /\.(?:test|e2e)\.tsx?\b/

export type EvidenceKind = 'decision' | 'section' | 'file'

/** Returns the kind of a reference; null when it is of no known kind. */
export function kindOf(reference: string): EvidenceKind | null {
  if (DECISION.test(reference)) return 'decision'
  if (SECTION.test(reference)) return 'section'
  return FILE.test(reference) ? 'file' : null
}

/** Returns every row of every table of a document, with headings and without rulers. */
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

/** Returns the references of a cell, which are separated by `<br>`. */
export function referencesOf(cell: string): string[] {
  return cell
    .split('<br>')
    .map((each) => each.trim().replace(/^`|`$/g, ''))
    .filter(Boolean)
}

/** Returns the problem of one reference; null when its target exists. */
export function referenceProblem(reference: string, read: ReadFile): string | null {
  if (TEST_FILE.test(reference)) return `"${reference}" is a test: put a tag above it instead`
  if (kindOf(reference) === null) return `"${reference}" names no decision, section or file`
  const [, document = reference, anchor] = SECTION.exec(reference) ?? []
  const text = read(document)
  if (text === null) return `${document} does not exist`
  if (anchor && !anchorsOf(text).includes(anchor)) return `${document} has no section #${anchor}`
  return null
}

/** Anchors of the headings of a document, as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\d\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}

const CALL = /`([A-Z]+ \/[^`\s]*)/g
const shapeOf = (call: string) => call.replaceAll(/:\w+/g, ':')
const existing = new Set(
  Object.values(api).flatMap((group) =>
    Object.values<RouteDef>(group).map(({ method, path }) => shapeOf(`${method} ${path}`)),
  ),
)

/** Problems of a text that says that calls do not exist: it names none, or one that exists. */
export function deniedCallProblems(text: string): string[] {
  const named = [...text.matchAll(CALL)].map(([, call = '']) => call)
  if (named.length === 0) return [`"${text}" names no call that would do it`]
  const there = named.filter((call) => existing.has(shapeOf(call)))
  return there.map((call) => `says that ${call} does not exist, but it does`)
}

/** Cell with the tests of a row. */
export function testsCell(id: string, tagged: TaggedFiles): string {
  return (tagged.get(id) ?? []).join('<br>')
}

/**
 * Rewrites the column of tests in a document: every row whose first cell is an id of the given kind
 * gets the files that are tagged with it, in the given column (from 0).
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
