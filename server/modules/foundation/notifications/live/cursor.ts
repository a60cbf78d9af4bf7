import { addMs, HOUR_MS } from '#server/platform/clock.ts'

/** Position of a live events reader: every transaction below `low` had ended at the last read. */
export type Cursor = { low: string; readAt: Date }

/** Time after its last read in which a reader can resume. */
const RESUMES_MS = HOUR_MS

/** Writes a cursor for clients: transaction id, a dot, Unix seconds. */
export function writeCursor({ low, readAt }: Cursor): string {
  return `${low}.${Math.floor(readAt.getTime() / 1000)}`
}

/** Parses a cursor. Null if the format is wrong, or events since then can have been deleted. */
export function readCursor(text: string, now: Date): Cursor | null {
  const [, low, seconds] = /^(\d{1,19})\.(\d{1,12})$/.exec(text) ?? []
  if (low === undefined || seconds === undefined) return null
  const readAt = new Date(Number(seconds) * 1000)
  // Without leading zeros: PostgreSQL reads a transaction id that begins with 0 as octal.
  return readAt >= addMs(now, -RESUMES_MS) ? { low: `${BigInt(low)}`, readAt } : null
}
