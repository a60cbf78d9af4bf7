import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { Module } from '#server/platform/module.ts'
import { purgeReports } from './browser-reports/browser-reports.queries.ts'
import { browserReportsRoutes } from './browser-reports/browser-reports.routes.ts'
import { filesData } from './data.ts'

const KEPT_MS = 30 * DAY_MS

export const filesModule: Module = {
  name: 'files',
  data: filesData,
  routes: [browserReportsRoutes],
  recurring: [
    {
      name: 'purge-browser-reports',
      everyMs: 6 * HOUR_MS,
      onWrongClock: 'waits',
      run: ({ db, clock }) => purgeReports(db, bogotaDate(addMs(clock.now(), -KEPT_MS))),
    },
  ],
}
