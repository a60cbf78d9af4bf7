import { addMs, DAY_MS, HOUR_MS } from './clock.ts'
import { inTransaction } from './db/tx.ts'
import { purgeHits } from './http/rate-limit.queries.ts'
import { purgeKeys } from './idempotency.queries.ts'
import type { RecurringJob } from './jobs/worker.ts'

/** Storage time of an idempotency key. */
const KEYS_KEPT_MS = 30 * DAY_MS

export const housekeeping: RecurringJob[] = [
  {
    name: 'purge-rate-limits',
    everyMs: HOUR_MS,
    onWrongClock: 'waits',
    run: (deps) => purgeHits(deps.db, addMs(deps.clock.now(), -HOUR_MS)),
  },
  {
    name: 'purge-idempotency-keys',
    everyMs: 6 * HOUR_MS,
    onWrongClock: 'waits',
    run: (deps) =>
      inTransaction(deps.db, (tx) => purgeKeys(tx, addMs(deps.clock.now(), -KEYS_KEPT_MS))),
  },
]
