import type { Room } from '#server/platform/room.ts'
import { liveData } from './live.data.ts'
import { liveRecurring } from './live.jobs.ts'
import { liveRoutes } from './live.routes.ts'

export const liveModule: Room = {
  name: 'live',
  data: liveData,
  routes: [liveRoutes],
  recurring: liveRecurring,
}
