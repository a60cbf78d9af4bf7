import { Readable } from 'node:stream'
import { LIVE_PING_SECONDS } from '#contract/live.ts'
import { type Cursor, writeCursor } from './cursor.ts'
import type { LiveRow } from './live.queries.ts'

export const PING_MS = LIVE_PING_SECONDS * 1000

/** Unsent text of one reader; beyond it the connection is closed and the reader resumes. */
const UNSENT_MAX_BYTES = 64 * 1024

/** How soon a browser that lost the stream comes back, unless it knows better. */
const RETRY_MS = 3_000

export type LiveStream = {
  userId: string
  sessionId: string
  /** The body of the answer. */
  body: Readable
  /** A ping where there are none. */
  send(rows: readonly LiveRow[], cursor: Cursor): void
  /** Hints may have been lost: everything shown must be read again. */
  reset(cursor: Cursor): void
  end(): void
}

/** A stream of server-sent events for one tab. */
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
      // The cursor comes with the last one: a reader cut off before it gets all of them again.
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
