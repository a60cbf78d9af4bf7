import type { Room } from '#server/platform/room.ts'
import { safePointsData } from './safe-points.data.ts'
import { safePointsRoutes } from './safe-points.routes.ts'

export const safePointsModule: Room = {
  name: 'safe-points',
  data: safePointsData,
  routes: [safePointsRoutes],
}
