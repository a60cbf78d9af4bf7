import { HOUR_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { reconcileDaily } from './reconcile-days.ts'

export const reconciliationRecurring: RecurringJob[] = [
  { name: 'reconciliation.daily', everyMs: HOUR_MS, run: reconcileDaily },
]
