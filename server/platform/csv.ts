import { parse } from 'csv-parse/sync'

/** One row of a table: the line where it starts in the file, and its cells by column. */
export type CsvRow = { line: number; cells: string[] }

const DELIMITERS = [';', ',', '\t'] as const
/** Lines searched for the separator, enough to reach past titles above the header. */
const LINES_SAMPLED = 20

/** Decodes a spreadsheet export: UTF-8, else Windows-1252, in which any bytes are valid. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Parses CSV (RFC 4180) with the most frequent separator. Throws a CsvError for an open quote. */
export function parseCsv(text: string): CsvRow[] {
  // The types of the library do not cover the records returned with `info` and `raw`.
  const read = parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    info: true,
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  }) as unknown as { record: string[]; raw: string; info: { lines: number } }[]
  return read.map(({ record, raw, info }) => ({
    line: info.lines - raw.trim().split('\n').length + 1,
    cells: record.map((cell) => cell.trim()),
  }))
}

function delimiterOf(text: string): string {
  const first = text.split('\n', LINES_SAMPLED).join('\n')
  const bare = first.replace(/"[^"]*("|$)/g, '')
  const counts = DELIMITERS.map((sign) => [bare.split(sign).length, sign] as const)
  return counts.reduce((best, each) => (each[0] > best[0] ? each : best))[1]
}
