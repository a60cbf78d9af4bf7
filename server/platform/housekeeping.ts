import { addMs, DAY_MS, HOUR_MS } from './clock.ts'
import { inTransaction } from './db/tx.ts'
import { purgeHits } from './http/rate-limit.queries.ts'
import { purgeKeys } from './idempotency.queries.ts'
import type { RecurringJob } from './jobs/worker.ts'

/** How long a repeated request finds its first answer. */
const KEYS_KEPT_MS = 30 * DAY_MS

export const housekeeping: RecurringJob[] = [
  {
    name: 'purge-rate-limits',
    everyMs: HOUR_MS,
    run: (deps) => purgeHits(deps.db, addMs(deps.clock.now(), -HOUR_MS)),
  },
  {
    name: 'purge-idempotency-keys',
    everyMs: 6 * HOUR_MS,
    run: (deps) =>
      inTransaction(deps.db, (tx) => purgeKeys(tx, addMs(deps.clock.now(), -KEYS_KEPT_MS))),
  },
]
