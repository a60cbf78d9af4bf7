import type { ReadDeps } from '#server/platform/deps.ts'
import { type Cursor, readCursor } from './cursor.ts'
import { findLiveEvents, findOldestOpenTransaction, type LiveRow } from './live.queries.ts'

/** Limit of missed events of one person; above it, reading all data again is less work. */
const MISSED_MAX = 500

/** Reads a person's events since a cursor (none without one), and the cursor to continue from. */
export async function missedEvents(
  deps: ReadDeps,
  { userId, after }: { userId: string; after: string | undefined },
): Promise<{ rows: LiveRow[]; cursor: Cursor; reset: boolean }> {
  const readAt = deps.clock.now()
  const cursor = after === undefined ? null : readCursor(after, readAt)
  if (!cursor) {
    const low = await findOldestOpenTransaction(deps.db)
    return { rows: [], cursor: { low, readAt }, reset: after !== undefined }
  }
  const asked = { from: cursor.low, userId, limit: MISSED_MAX + 1 }
  const { low, rows } = await findLiveEvents(deps.db, asked)
  // A cursor ahead of the database belongs to another database.
  const reset = BigInt(cursor.low) > BigInt(low) || rows.length > MISSED_MAX
  return { rows: reset ? [] : rows, cursor: { low, readAt }, reset }
}
