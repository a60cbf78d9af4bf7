import { findDatabaseTime } from './clock.queries.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts'
import { inTransaction } from './db/tx.ts'
import type { Deps } from './deps.ts'
import { purgeHits } from './http/rate-limit.queries.ts'
import { purgeKeys } from './idempotency.queries.ts'
import type { RecurringJob } from './jobs/worker.ts'

/** Storage time of an idempotency key. */
const KEYS_KEPT_MS = 30 * DAY_MS

/** Maximum clock difference: with more skew, deadlines end too early or too late. */
const SKEW_MAX_MS = 10_000

/** Raises an alarm when the clocks of this machine and of the database differ. */
export async function compareClocks(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>,
): Promise<void> {
  const skewMs = deps.clock.now().getTime() - (await findDatabaseTime(deps.db)).getTime()
  if (Math.abs(skewMs) <= SKEW_MAX_MS) return
  deps.metrics.count('clock_skew')
  deps.log.error({ skewMs }, 'the clocks of this machine and of the database differ')
}

export const housekeeping: RecurringJob[] = [
  { name: 'compare-clocks', everyMs: 5 * MINUTE_MS, run: compareClocks },
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
