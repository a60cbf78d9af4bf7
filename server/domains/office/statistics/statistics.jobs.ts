import { MINUTE_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { keepCounted } from './keep-counted.ts'

export const statisticsRecurring: RecurringJob[] = [
  { name: 'statistics.count', everyMs: 20 * MINUTE_MS, run: keepCounted },
]
