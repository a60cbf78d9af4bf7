import type { Room } from '#server/platform/room.ts'
import { staffActionsData } from './data.ts'
import { staffActionsRoutes } from './staff-actions.routes.ts'

export const staffActionsModule: Room = {
  name: 'staff-actions',
  data: staffActionsData,
  routes: [staffActionsRoutes],
}
