import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { purgeLiveEvents } from './live.queries.ts'

/** Longer than the time in which a reader can resume (`cursor.ts`). */
const KEPT_MS = 2 * HOUR_MS

export const liveRecurring: RecurringJob[] = [
  {
    name: 'purge-live-events',
    everyMs: 10 * MINUTE_MS,
    onWrongClock: 'waits',
    run: (deps) =>
      inTransaction(deps.db, (tx) => purgeLiveEvents(tx, addMs(deps.clock.now(), -KEPT_MS))),
  },
]
