import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { purgeReports } from './browser-reports.queries.ts'

const KEPT_MS = 30 * DAY_MS

export const browserReportsRecurring: RecurringJob[] = [
  {
    name: 'purge-browser-reports',
    everyMs: 6 * HOUR_MS,
    onWrongClock: 'waits',
    run: ({ db, clock }) => purgeReports(db, bogotaDate(addMs(clock.now(), -KEPT_MS))),
  },
]
