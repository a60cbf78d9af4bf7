import type { Room } from '#server/platform/room.ts'
import { statisticsData } from './statistics.data.ts'
import { statisticsRecurring } from './statistics.jobs.ts'
import { statisticsRoutes } from './statistics.routes.ts'

export const statisticsModule: Room = {
  name: 'statistics',
  data: statisticsData,
  routes: [statisticsRoutes],
  recurring: statisticsRecurring,
}
