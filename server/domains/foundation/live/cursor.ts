import { addMs, HOUR_MS } from '#server/platform/clock.ts'

/**
 * Where a reader of live events is. `low` is a transaction id: every transaction below it had
 * ended when the reader last read, so nothing below it can still appear.
 */
export type Cursor = { low: string; readAt: Date }

/** How long after its last read a reader may resume. */
const RESUMES_MS = HOUR_MS

/** As sent to clients: transaction id, a dot, Unix seconds. */
export function writeCursor({ low, readAt }: Cursor): string {
  return `${low}.${Math.floor(readAt.getTime() / 1000)}`
}

/** Null when it is not a cursor of ours, or events since may have been deleted. */
export function readCursor(text: string, now: Date): Cursor | null {
  const [, low, seconds] = /^(\d{1,19})\.(\d{1,12})$/.exec(text) ?? []
  if (low === undefined || seconds === undefined) return null
  const readAt = new Date(Number(seconds) * 1000)
  return readAt >= addMs(now, -RESUMES_MS) ? { low, readAt } : null
}
