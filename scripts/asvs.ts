// Checks docs/asvs.md: every requirement of OWASP ASVS 5.0.0, levels 1 and 2, has one row that says
// whether it is met, with evidence.
import {
  type EvidenceKind,
  kindOf,
  type ReadFile,
  referenceProblem,
  referencesOf,
  type TaggedFiles,
  tableRows,
} from './evidence.ts'

/** ASVS level by id of the requirement, such as V3.4.1. */
export type Requirements = Readonly<Record<string, number>>

export type AsvsRow = {
  line: number
  id: string
  level: string
  asks: string
  state: string
  /** References other than tests, or the reason of a row without tests. */
  also: string
}

/** Kinds of evidence of which each state needs at least one; null: a reason in words. */
const NEEDS: Record<string, readonly (EvidenceKind | 'test')[] | null> = {
  met: ['test', 'section'],
  decision: ['decision', 'section'],
  'not applicable': null,
  open: null,
}

export const ASVS_ROWS = { id: /^V\d+\.\d+\.\d+$/, column: 4 }

/** Shortest reason in characters, longer than "later" or "not used". */
const REASON_MIN = 20
const OPEN_REASON_MIN = 60
/** Heading of the list that repeats every open row, so that none is overlooked. */
const OPEN_LIST = /^## What is open$([\s\S]*?)(?=^## |$(?![\s\S]))/m

/** Tests and files that rows can cite as evidence. */
type Evidence = { tagged: TaggedFiles; read: ReadFile }

/** Returns the rows of the document's tables, without headings. */
export function asvsRows(markdown: string): AsvsRow[] {
  return tableRows(markdown)
    .filter(({ cells }) => cells[0] !== 'id')
    .map(({ line, cells: [id = '', level = '', asks = '', state = '', , also = ''] }) => ({
      line,
      id,
      level,
      asks,
      state,
      also,
    }))
}

/** Returns every problem of docs/asvs.md, one sentence each; empty when there is none. */
export function asvsProblems(markdown: string, wanted: Requirements, evidence: Evidence): string[] {
  const rows = asvsRows(markdown)
  return [
    ...idProblems(rows, wanted),
    ...rows.flatMap((row) => rowProblems(row, wanted, evidence)),
    ...openListProblems(rows, markdown),
  ]
}

function idProblems(rows: readonly AsvsRow[], wanted: Requirements): string[] {
  const ids = rows.map(({ id }) => id)
  const missing = Object.keys(wanted).filter((id) => !ids.includes(id))
  const twice = rows.filter(({ id }, at) => ids.indexOf(id) < at)
  return [
    ...missing.map((id) => `${id} has no row`),
    ...twice.map(({ line, id }) => `line ${line}: ${id} has a row already`),
  ]
}

function rowProblems(row: AsvsRow, wanted: Requirements, evidence: Evidence): string[] {
  const problems: string[] = []
  const level = wanted[row.id]
  if (level === undefined) problems.push('is no requirement of level 1 or 2')
  else if (String(level) !== row.level) problems.push(`is of level ${level}, not "${row.level}"`)
  if (row.asks === '') problems.push('does not say what is asked')
  problems.push(...stateProblems(row, evidence))
  return problems.map((problem) => `line ${row.line}: ${row.id} ${problem}`)
}

function stateProblems({ id, state, also }: AsvsRow, { tagged, read }: Evidence): string[] {
  const needs = NEEDS[state]
  if (needs === undefined) return [`has the unknown state "${state}"`]
  if (needs === null) {
    const least = state === 'open' ? OPEN_REASON_MIN : REASON_MIN
    return also.length < least ? [`is ${state} without a reason`] : []
  }
  const references = referencesOf(also)
  const wrong = references.map((each) => referenceProblem(each, read))
  const problems = wrong.filter((problem) => problem !== null)
  const kinds = [...references.map(kindOf), ...(tagged.has(id) ? ['test'] : [])]
  const shows = needs.some((kind) => kinds.includes(kind))
  return shows ? problems : [...problems, `is ${state} without a ${needs.join(' or ')}`]
}

function openListProblems(rows: readonly AsvsRow[], markdown: string): string[] {
  const open = rows.filter(({ state }) => state === 'open').map(({ id }) => id)
  const list = OPEN_LIST.exec(markdown)?.[1] ?? ''
  const listed = [...list.matchAll(/\bV\d+\.\d+\.\d+\b/g)].map(([id]) => id)
  return [
    ...open.filter((id) => !listed.includes(id)).map((id) => `${id} is open but not in the list`),
    ...listed.filter((id) => !open.includes(id)).map((id) => `${id} is listed but not open`),
  ]
}
