import { poolSizeOf } from './db/open.ts'
import type { Db } from './db/tx.ts'
import { keyedSemaphore } from './semaphore.ts'

/** Wait before a refusal with `busy`: shorter than the timeout for a connection of the pool. */
const QUEUE_TIMEOUT_MS = 4_000
const QUEUE_MAX = 512

/** Connections that can wait for one trip or wallet at a time. */
const PER_ROW_MAX = 4

/**
 * Limits the connections that wait for locked rows: `min(4, pool / 5)` for one row, `pool / 4` for
 * all rows, so that a locked trip or wallet leaves connections for other requests. Further tasks
 * wait without a connection; a full queue or a long wait is refused with `busy`.
 */
export function waitGate(poolSize: number) {
  const share = (parts: number) => Math.max(1, Math.floor(poolSize / parts))
  const perRow = keyedSemaphore(Math.min(PER_ROW_MAX, share(5)), QUEUE_MAX, QUEUE_TIMEOUT_MS)
  const together = keyedSemaphore(share(4), QUEUE_MAX, QUEUE_TIMEOUT_MS)

  /** Runs `task`, which can wait for these rows. All callers enter the rows in the same order. */
  function run<T>(rows: readonly string[], task: () => Promise<T>): Promise<T> {
    const ordered = [...new Set(rows)].sort()
    const enter = ordered.reduceRight<() => Promise<T>>(
      (inner, row) => () => perRow(row, inner),
      () => together('all', task),
    )
    return enter()
  }

  return { run, isFull: (row: string) => perRow.isFull(row) }
}

const gates = new WeakMap<Db, ReturnType<typeof waitGate>>()

/** Returns the gate of this database's pool. */
export function waitGateOf(db: Db): ReturnType<typeof waitGate> {
  const gate = gates.get(db) ?? waitGate(poolSizeOf(db))
  gates.set(db, gate)
  return gate
}
