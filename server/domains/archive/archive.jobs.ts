import { HOUR_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { archiveByNight, makeMonthsAhead } from './archive-months.ts'

export const archiveRecurring: RecurringJob[] = [
  { name: 'make-months-ahead', everyMs: 6 * HOUR_MS, run: makeMonthsAhead },
  { name: 'archive-months', everyMs: HOUR_MS, run: archiveByNight },
]
