import type { Room } from '#server/platform/room.ts'
import { browserReportsData } from './browser-reports.data.ts'
import { browserReportsRecurring } from './browser-reports.jobs.ts'
import { browserReportsRoutes } from './browser-reports.routes.ts'

export const browserReportsModule: Room = {
  name: 'browser-reports',
  data: browserReportsData,
  routes: [browserReportsRoutes],
  recurring: browserReportsRecurring,
}
