import type { Room } from '#server/platform/room.ts'
import { seatKeepsData } from './seat-keeps.data.ts'
import { seatKeepsJobs, seatKeepsRecurring } from './seat-keeps.jobs.ts'
import { seatKeepsRoutes } from './seat-keeps.routes.ts'

export const seatKeepsModule: Room = {
  name: 'seat-keeps',
  data: seatKeepsData,
  routes: [seatKeepsRoutes],
  jobs: seatKeepsJobs,
  recurring: seatKeepsRecurring,
}
