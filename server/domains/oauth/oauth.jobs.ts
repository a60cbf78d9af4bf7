import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { deleteEndedFlows } from './oauth.queries.ts'

export const oauthRecurring: RecurringJob[] = [
  {
    name: 'purge-oauth-flows',
    everyMs: 6 * HOUR_MS,
    run: (deps) => deleteEndedFlows(deps.db, addMs(deps.clock.now(), -DAY_MS)),
  },
]
