import { poolSizeOf } from './db/open.ts'
import type { Db } from './db/tx.ts'
import { keyedSemaphore } from './semaphore.ts'

/** Refused with `busy` after this time: shorter than the timeout for a connection of the pool. */
const QUEUE_TIMEOUT_MS = 4_000
const QUEUE_MAX = 512

/** Connections that may wait for one trip or wallet at a time. */
const PER_ROW_MAX = 4

/**
 * Bounds the connections that wait for rows which others have locked: `min(4, pool / 5)` for one
 * row, `pool / 4` for all together, so that a locked trip or wallet leaves the pool to everybody
 * else. Others wait without a connection; too many, or for too long, are refused with `busy`.
 */
export function waitGate(poolSize: number) {
  const share = (parts: number) => Math.max(1, Math.floor(poolSize / parts))
  const perRow = keyedSemaphore(Math.min(PER_ROW_MAX, share(5)), QUEUE_MAX, QUEUE_TIMEOUT_MS)
  const together = keyedSemaphore(share(4), QUEUE_MAX, QUEUE_TIMEOUT_MS)

  /** Runs `task`, which may wait for these rows. All callers enter them in one order. */
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

/** The gate of this database's pool. */
export function waitGateOf(db: Db): ReturnType<typeof waitGate> {
  const gate = gates.get(db) ?? waitGate(poolSizeOf(db))
  gates.set(db, gate)
  return gate
}
