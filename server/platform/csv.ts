/** One row of a table: the line where it starts in the file, and its cells by column. */
export type CsvRow = { line: number; cells: string[] }

const DELIMITERS = [';', ',', '\t'] as const
/** Enough to see past the titles above the header. */
const LINES_SAMPLED = 20
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Text of a file that people made with a spreadsheet: UTF-8, or else Windows-1252 (Latin-1 with a
 * few more signs), which every sequence of bytes is.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Rows of comma, semicolon or tab separated text (RFC 4180: quotes around a cell, doubled inside
 * it). The separator is the sign that the first lines have most. Empty lines are left out.
 */
export function parseCsv(given: string): CsvRow[] {
  const text = given.startsWith(BYTE_ORDER_MARK) ? given.slice(1) : given
  const delimiter = delimiterOf(text)
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let cell = ''
  let quoted = false
  let line = 1
  const endCell = () => {
    row.cells.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.cells.some((each) => each !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charAt(i)
    if (sign === '\n') line += 1
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(i + 1) === '"') {
        cell += sign
        i += 1
      } else quoted = false
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (sign === delimiter) endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  endRow()
  return rows
}

function delimiterOf(text: string): string {
  const first = text.split('\n', LINES_SAMPLED).join('\n')
  const bare = first.replace(/"[^"]*("|$)/g, '')
  const counts = DELIMITERS.map((sign) => [bare.split(sign).length, sign] as const)
  return counts.reduce((best, each) => (each[0] > best[0] ? each : best))[1]
}
