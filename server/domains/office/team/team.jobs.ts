import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { deleteEnded } from './team.queries.ts'

/** Time for which ended invitations are stored; the audit trail keeps the granted roles. */
const KEPT_MS = 30 * DAY_MS

export const teamRecurring: RecurringJob[] = [
  {
    name: 'purge-team-invitations',
    everyMs: 6 * HOUR_MS,
    run: (deps) => deleteEnded(deps.db, addMs(deps.clock.now(), -KEPT_MS)),
  },
]
