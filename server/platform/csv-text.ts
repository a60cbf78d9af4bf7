import { bogotaMinute } from './clock.ts'
import type { PagePlace } from './page-place.ts'

/** Byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_START = '\uFEFF'

/** Matches a cell that a spreadsheet would run as a formula (OWASP "CSV injection"). */
const FORMULA = /^[=+\-@\t\r]/

/** Cell of a file: a time is written in Bogotá, and whether something holds in Spanish. */
export type CsvCell = string | number | boolean | Date | null

/**
 * Formats a line of CSV (RFC 4180) for a spreadsheet with Colombian settings, which expects `;`
 * between cells; an apostrophe marks a text that looks like a formula.
 */
export function csvLine(cells: readonly CsvCell[], separator: ',' | ';' = ';'): string {
  return `${cells.map(cell).join(separator)}\r\n`
}

function cell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (value instanceof Date) return bogotaMinute(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const STEP = 500

/** Writes a list as CSV in parts, so that it is never in memory as a whole. At most `max` lines. */
export async function* csvList<Row>(list: {
  head: string[]
  /** Reads the next rows after a place. */
  read: (after: PagePlace | null, limit: number) => Promise<Row[]>
  place: (row: Row) => PagePlace
  line: (row: Row) => CsvCell[]
  max?: number
}): AsyncGenerator<string> {
  yield CSV_START + csvLine(list.head)
  let after: PagePlace | null = null
  let left = list.max ?? Number.POSITIVE_INFINITY
  while (left > 0) {
    const rows: Row[] = await list.read(after, Math.min(STEP, left))
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => csvLine(list.line(row))).join('')
    after = list.place(last)
    left -= rows.length
  }
}
