import { MINUTE_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { generateDue, retryRefused } from './generate-trips.ts'

export const recurrenceRecurring: RecurringJob[] = [
  { name: 'recurrence.generate', everyMs: 15 * MINUTE_MS, onWrongClock: 'waits', run: generateDue },
  { name: 'recurrence.retry', everyMs: 15 * MINUTE_MS, onWrongClock: 'waits', run: retryRefused },
]
