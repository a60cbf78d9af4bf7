import { CSV_START, type CsvCell, csvLine } from './csv-text.ts'
import type { PagePlace } from './page-place.ts'

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
