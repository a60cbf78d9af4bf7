import { Readable } from 'node:stream'
import { LIVE_PING_SECONDS } from '#contract/live.ts'
import { type Cursor, writeCursor } from './cursor.ts'
import type { LiveRow } from './live.queries.ts'

export const PING_MS = LIVE_PING_SECONDS * 1000

/** Limit of unsent text of one reader; above it the connection is closed and the reader resumes. */
const UNSENT_MAX_BYTES = 64 * 1024

/** Reconnection delay that is sent to the browser. */
const RETRY_MS = 3_000

export type LiveStream = {
  userId: string
  sessionId: string
  body: Readable
  /** Sends events, or a ping if the list is empty. */
  send(rows: readonly LiveRow[], cursor: Cursor): void
  /** Tells the client that hints can be lost, so all shown data must be read again. */
  reset(cursor: Cursor): void
  end(): void
}

/** Opens a stream of server-sent events for one tab. */
export function openStream(who: { userId: string; sessionId: string }): LiveStream {
  const body = new Readable({ read() {} })
  let ended = false
  const write = (text: string) => {
    if (ended || body.destroyed) return
    body.push(text)
    if (body.readableLength > UNSENT_MAX_BYTES) body.destroy()
  }
  write(`retry: ${RETRY_MS}\n\n`)
  return {
    ...who,
    body,
    send(rows, cursor) {
      if (rows.length === 0) return write(named('ping', cursor))
      // Only the last event has the cursor: a reader that disconnects earlier gets all again.
      const id = `id: ${writeCursor(cursor)}\n`
      const events = rows.map((row) => `data: ${JSON.stringify(presentEvent(row))}\n\n`)
      write([...events.slice(0, -1), id, ...events.slice(-1)].join(''))
    },
    reset: (cursor) => write(named('reset', cursor)),
    end() {
      if (ended || body.destroyed) return
      ended = true
      body.push(null)
    },
  }
}

function named(event: string, cursor: Cursor): string {
  return `id: ${writeCursor(cursor)}\nevent: ${event}\ndata: {}\n\n`
}

export function presentEvent({ id, type, ref, createdAt }: LiveRow) {
  return { id, type, ref, at: createdAt.toISOString() }
}
