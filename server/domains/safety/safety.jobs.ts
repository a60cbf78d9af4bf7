import { MINUTE_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { forgetEndedTrips } from './share-position.ts'

export const safetyRecurring: RecurringJob[] = [
  { name: 'safety.forget-ended-trips', everyMs: 5 * MINUTE_MS, run: forgetEndedTrips },
]
