import { HOUR_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { watchInTurn } from './check-integrity.ts'

export const integrityRecurring: RecurringJob[] = [
  { name: 'integrity.watch', everyMs: HOUR_MS, run: watchInTurn },
]
