import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { providerLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { REVOKE_JOB, revokeAppleToken } from './apple-tokens.ts'
import { deleteEndedFlows } from './oauth.queries.ts'

export const oauthJobs: JobHandler[] = [
  { name: REVOKE_JOB, lane: providerLane, run: revokeAppleToken },
]

export const oauthRecurring: RecurringJob[] = [
  {
    name: 'purge-oauth-flows',
    everyMs: 6 * HOUR_MS,
    onWrongClock: 'waits',
    run: (deps) => deleteEndedFlows(deps.db, addMs(deps.clock.now(), -DAY_MS)),
  },
]
