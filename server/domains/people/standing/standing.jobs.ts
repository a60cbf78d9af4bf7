import { DAY_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { recountStanding } from './refresh-standing.ts'

export const standingRecurring: RecurringJob[] = [
  { name: 'standing.recount', everyMs: DAY_MS, run: recountStanding },
]
