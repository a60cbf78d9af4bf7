import { ledgerJobs } from './domains/ledger/ledger.jobs.ts'
import type { JobHandler, RecurringJob } from './platform/jobs/worker.ts'
import { housekeeping } from './platform/housekeeping.ts'

/** Handlers of queued jobs, one line per domain. */
export const jobHandlers: JobHandler[] = []

/** Work done every so often, one line per domain. */
export const recurringJobs: RecurringJob[] = [...housekeeping, ...ledgerJobs]
