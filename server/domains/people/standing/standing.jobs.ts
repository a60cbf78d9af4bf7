import { DAY_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { recountReputation } from './refresh-reputation.ts'

export const standingRecurring: RecurringJob[] = [
  { name: 'reputation.recount', everyMs: DAY_MS, onWrongClock: 'waits', run: recountReputation },
]
