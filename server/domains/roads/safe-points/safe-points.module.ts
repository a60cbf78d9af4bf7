import type { Room } from '#server/platform/room.ts'
import { safePointsData } from './safe-points.data.ts'
import { countSafePoints } from './safe-points.queries.ts'
import { safePointsRoutes } from './safe-points.routes.ts'

export const safePointsModule: Room = {
  name: 'safe-points',
  data: safePointsData,
  routes: [safePointsRoutes],
  queues: { 'safe-points': countSafePoints },
}
