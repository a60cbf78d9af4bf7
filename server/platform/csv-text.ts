/** Byte order mark: spreadsheets then read the text as UTF-8. */
export const CSV_START = '\uFEFF'

/** A cell that a spreadsheet would run as a formula (OWASP "CSV injection"). */
const FORMULA = /^[=+\-@\t\r]/

/**
 * One line of comma separated text (RFC 4180). Whatever a spreadsheet could take for a formula gets
 * an apostrophe in front and is shown as text. Numbers stay numbers, also negative ones. `;`
 * separates where a comma is the sign of decimals.
 */
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
