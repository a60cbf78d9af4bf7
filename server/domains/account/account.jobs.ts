import { HOUR_MS } from '#server/platform/clock.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { deleteEndedLinks } from './account.queries.ts'
import { RECOVERY_JOB, sendRecovery } from './ask-recovery.ts'

export const accountJobs: JobHandler[] = [{ name: RECOVERY_JOB, lane: 'mail', run: sendRecovery }]

export const accountRecurring: RecurringJob[] = [
  {
    name: 'purge-account-links',
    everyMs: 6 * HOUR_MS,
    run: (deps) => deleteEndedLinks(deps.db, deps.clock.now()),
  },
]
