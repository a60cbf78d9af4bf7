/** Byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_START = '\uFEFF'

/** Matches a cell that a spreadsheet would run as a formula (OWASP "CSV injection"). */
const FORMULA = /^[=+\-@\t\r]/

/** Formats a line of CSV (RFC 4180); an apostrophe marks a text that looks like a formula. */
export function csvLine(
  cells: readonly (string | number | null)[],
  separator: ',' | ';' = ',',
): string {
  return `${cells.map(cell).join(separator)}\r\n`
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
