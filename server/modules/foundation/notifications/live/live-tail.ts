import type { ReadDeps } from '#server/platform/deps.ts'
import type { Cursor } from './cursor.ts'
import { findLiveEvents, findOldestOpenTransaction, type LiveRow } from './live.queries.ts'

/** Result of one read. `reset`: hints can be lost. */
type News = { byPerson: Map<string, LiveRow[]>; cursor: Cursor; reset: boolean }

export type LiveTail = {
  /** Starts at the current position, without earlier events. Does nothing once started. */
  start(): Promise<void>
  read(): Promise<News>
  /** Current position; null before `start`. */
  cursor(): Cursor | null
  stop(): void
}

/**
 * Follows the table of live events for all people. Each read starts at the lowest transaction that
 * was still open at the last read, and skips events already seen. So an event whose transaction
 * commits after a later one is not lost, and a long transaction does not hold back other events.
 */
export function openTail(deps: ReadDeps): LiveTail {
  const seen = new Map<string, bigint>()
  let low: string | undefined
  let starting: Promise<void> | undefined
  const cursorAt = (at: string): Cursor => ({ low: at, readAt: deps.clock.now() })

  async function begin(): Promise<void> {
    try {
      const found = await findOldestOpenTransaction(deps.db)
      low ??= found
    } finally {
      starting = undefined
    }
  }

  function unseen(rows: LiveRow[], bound: bigint): LiveRow[] {
    const fresh = rows.filter(({ id }) => !seen.has(id))
    for (const { id, tx } of fresh) seen.set(id, BigInt(tx))
    for (const [id, tx] of seen) if (tx < bound) seen.delete(id)
    return fresh
  }

  return {
    async start() {
      while (low === undefined) {
        starting ??= begin()
        await starting
      }
    },
    async read() {
      const from = low ?? '0'
      const found = await findLiveEvents(deps.db, { from, userId: null, limit: null })
      // Another database with lower transaction ids answers, such as a promoted replica.
      const reset = BigInt(found.low) < BigInt(from)
      if (reset) seen.clear()
      low = found.low
      const fresh = reset ? [] : unseen(found.rows, BigInt(low))
      return { byPerson: Map.groupBy(fresh, (row) => row.userId), cursor: cursorAt(low), reset }
    },
    cursor: () => (low === undefined ? null : cursorAt(low)),
    stop() {
      low = undefined
      seen.clear()
    },
  }
}
