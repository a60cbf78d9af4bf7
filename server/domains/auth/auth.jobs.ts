import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { deleteEndedSessions } from './auth.queries.ts'

/** Ended sessions are stored this long, to tell a reused token from an unknown one. */
const KEPT_MS = 7 * DAY_MS

export const authRecurring: RecurringJob[] = [
  {
    name: 'purge-sessions',
    everyMs: 6 * HOUR_MS,
    run: (deps) => deleteEndedSessions(deps.db, addMs(deps.clock.now(), -KEPT_MS)),
  },
]
