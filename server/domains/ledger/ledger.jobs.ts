import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { chainBatches } from './chain-batches.ts'
import { expireHolds } from './expire-holds.ts'
import { verifyLedger } from './verify-ledger.ts'

export const ledgerJobs: RecurringJob[] = [
  { name: 'ledger.expire-holds', everyMs: 30_000, run: expireHolds },
  { name: 'ledger.chain-batches', everyMs: MINUTE_MS, run: (deps) => chainBatches(deps) },
  {
    name: 'ledger.verify',
    everyMs: HOUR_MS,
    run: async (deps) => {
      const report = await verifyLedger(deps)
      deps.metrics.count('ledger_verified', { result: report.result })
      // A person must look at once: money does not add up.
      if (report.result === 'mismatch') deps.log.error(report, 'ledger mismatch')
    },
  },
]
