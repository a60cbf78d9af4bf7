import type { Room } from '#server/platform/room.ts'
import { monthClosingsData } from './month-closings.data.ts'
import { monthClosingsRoutes } from './month-closings.routes.ts'

export const monthClosingsModule: Room = {
  name: 'month-closings',
  data: monthClosingsData,
  routes: [monthClosingsRoutes],
}
