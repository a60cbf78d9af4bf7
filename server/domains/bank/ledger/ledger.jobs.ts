import { MINUTE_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { chainBatches } from './chain-batches.ts'
import { expireHolds } from './expire-holds.ts'

export const ledgerJobs: RecurringJob[] = [
  { name: 'ledger.expire-holds', everyMs: 30_000, run: expireHolds },
  { name: 'ledger.chain-batches', everyMs: MINUTE_MS, run: (deps) => chainBatches(deps) },
]
