import { SIGNED_UP_JOB } from '#server/domains/people/auth/auth.public.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { mailLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { deleteEndedLinks } from './account.queries.ts'
import { RECOVERY_JOB, sendRecovery } from './ask-recovery.ts'
import { EMAIL_CHANGE_JOB, mailEmailChange } from './change-email.ts'
import { mailConfirmation } from './confirm-address.ts'

export const accountJobs: JobHandler[] = [
  { name: RECOVERY_JOB, lane: mailLane, run: sendRecovery },
  { name: SIGNED_UP_JOB, lane: mailLane, run: mailConfirmation },
  { name: EMAIL_CHANGE_JOB, lane: mailLane, run: mailEmailChange },
]

export const accountRecurring: RecurringJob[] = [
  {
    name: 'purge-account-links',
    everyMs: 6 * HOUR_MS,
    run: (deps) => deleteEndedLinks(deps.db, deps.clock.now()),
  },
]
