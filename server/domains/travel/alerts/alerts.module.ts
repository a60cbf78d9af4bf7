import type { Room } from '#server/platform/room.ts'
import { alertsData } from './alerts.data.ts'
import { alertsJobs, alertsRecurring } from './alerts.jobs.ts'
import * as messages from './alerts.messages.ts'
import { alertsRoutes } from './alerts.routes.ts'

export const alertsModule: Room = {
  name: 'alerts',
  data: alertsData,
  routes: [alertsRoutes],
  jobs: alertsJobs,
  recurring: alertsRecurring,
  messages: Object.values(messages),
}
