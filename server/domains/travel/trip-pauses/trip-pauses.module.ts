import type { Room } from '#server/platform/room.ts'
import { tripPausesData } from './trip-pauses.data.ts'
import { tripPausesJobs, tripPausesRecurring } from './trip-pauses.jobs.ts'
import * as messages from './trip-pauses.messages.ts'
import { tripPausesRoutes } from './trip-pauses.routes.ts'

export const tripPausesModule: Room = {
  name: 'trip-pauses',
  data: tripPausesData,
  routes: [tripPausesRoutes],
  jobs: tripPausesJobs,
  recurring: tripPausesRecurring,
  messages: Object.values(messages),
}
