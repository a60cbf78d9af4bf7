// What shows that a sentence of a document holds: a test, a decision, a section, a file.

/** Reads a file of the project; null when it does not exist. */
export type ReadFile = (path: string) => string | null

/** A row of a table, with the line of the document that it stands on (from 1). */
export type TableRow = { line: number; cells: string[] }

const TEST = /^(\S+\.(?:test|e2e)\.ts) › (.+)$/
const DECISION = /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/
const SECTION = /^(docs\/[a-z-]+\.md)#([\p{L}\d-]+)$/u
const FILE = /^[\w.-]+(?:\/[\w.-]+)*\.[a-z]+$/

export type EvidenceKind = 'test' | 'decision' | 'section' | 'file'

/** What a reference says it is; null when it is none of them. */
export function kindOf(reference: string): EvidenceKind | null {
  if (TEST.test(reference)) return 'test'
  if (DECISION.test(reference)) return 'decision'
  if (SECTION.test(reference)) return 'section'
  return FILE.test(reference) ? 'file' : null
}

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
  const kind = kindOf(reference)
  if (kind === null) return `"${reference}" names no test, decision, section or file`
  if (kind === 'test') return testProblem(reference, read)
  const [, document = reference, anchor] = SECTION.exec(reference) ?? []
  const text = read(document)
  if (text === null) return `${document} does not exist`
  if (anchor && !anchorsOf(text).includes(anchor)) return `${document} has no section #${anchor}`
  return null
}

function testProblem(reference: string, read: ReadFile): string | null {
  const [, path = '', title = ''] = TEST.exec(reference) ?? []
  const source = read(path)
  if (source === null) return `${path} does not exist`
  const titles = titlesOf(source)
  if (titles.includes(title)) return null
  const found = titles.filter((each) => each.includes(title))
  if (found.length === 0) return `${path} has no test "${title}"`
  return found.length > 1 ? `"${title}" names ${found.length} tests of ${path}` : null
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
