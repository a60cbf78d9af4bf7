import type { Room } from '#server/platform/room.ts'
import { boardingData } from './boarding.data.ts'
import { boardingRoutes } from './boarding.routes.ts'

export const boardingModule: Room = {
  name: 'boarding',
  data: boardingData,
  routes: [boardingRoutes],
}
