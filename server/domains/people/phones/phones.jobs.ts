import { HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { purgePhoneCodes } from './phones.queries.ts'

export const phonesRecurring: RecurringJob[] = [
  {
    name: 'purge-phone-codes',
    everyMs: HOUR_MS,
    onWrongClock: 'waits',
    run: (deps) => inTransaction(deps.db, (tx) => purgePhoneCodes(tx, deps.clock.now())),
  },
]
