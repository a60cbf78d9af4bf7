import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { mailLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { RECOVERY_JOB, sendRecovery } from './ask-recovery.ts'
import { deleteEndedSessions } from './auth.queries.ts'
import { EMAIL_CHANGE_JOB, mailEmailChange } from './change-email.ts'
import { mailConfirmation } from './confirm-address.ts'
import { SIGNED_UP_JOB } from './sign-up.ts'

/** Time that ended sessions are stored, to tell a reused token from an unknown one. */
const KEPT_MS = 7 * DAY_MS

export const authRecurring: RecurringJob[] = [
  {
    name: 'purge-sessions',
    everyMs: 6 * HOUR_MS,
    onWrongClock: 'waits',
    run: (deps) => deleteEndedSessions(deps.db, addMs(deps.clock.now(), -KEPT_MS)),
  },
]

export const authJobs: JobHandler[] = [
  { name: RECOVERY_JOB, lane: mailLane, run: sendRecovery },
  { name: SIGNED_UP_JOB, lane: mailLane, run: mailConfirmation },
  { name: EMAIL_CHANGE_JOB, lane: mailLane, run: mailEmailChange },
]
