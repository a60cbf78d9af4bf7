import type { Room } from '#server/platform/room.ts'
import { standingData } from './standing.data.ts'
import { standingRecurring } from './standing.jobs.ts'
import * as messages from './standing.messages.ts'
import { standingRoutes } from './standing.routes.ts'

export const standingModule: Room = {
  name: 'standing',
  data: standingData,
  routes: [standingRoutes],
  messages: Object.values(messages),
  recurring: standingRecurring,
}
