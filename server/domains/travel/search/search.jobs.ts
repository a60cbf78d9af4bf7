import { bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import { purgeMissedSearches } from './search.queries.ts'

/** The figures per day have them for longer. */
const KEPT_MONTHS = 13

export const searchRecurring: RecurringJob[] = [
  {
    name: 'purge-missed-searches',
    everyMs: DAY_MS,
    run: ({ db, clock }) =>
      purgeMissedSearches(db, { today: bogotaDate(clock.now()), months: KEPT_MONTHS }),
  },
]
