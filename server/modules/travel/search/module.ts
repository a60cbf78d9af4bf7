import { bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { searchData } from './data.ts'
import { purgeMissedSearches } from './search.queries.ts'
import { searchRoutes } from './search.routes.ts'
import { widgetRoutes } from './widget.ts'

/** Months that missed searches are kept; the daily figures keep their number longer. */
const KEPT_MONTHS = 13

export const searchRecurring: RecurringJob[] = [
  {
    name: 'purge-missed-searches',
    everyMs: DAY_MS,
    onWrongClock: 'waits',
    run: ({ db, clock }) =>
      purgeMissedSearches(db, { today: bogotaDate(clock.now()), months: KEPT_MONTHS }),
  },
]

export const searchModule: Module = {
  name: 'search',
  data: searchData,
  routes: [searchRoutes],
  webhooks: [widgetRoutes],
  recurring: searchRecurring,
}
