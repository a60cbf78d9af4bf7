import type { Module } from '#server/platform/module.ts'
import { placesData } from './data.ts'
import { placesRoutes } from './places.routes.ts'
import { countSafePoints } from './safe-points/safe-points.queries.ts'
import { safePointsRoutes } from './safe-points/safe-points.routes.ts'

export const placesModule: Module = {
  name: 'places',
  data: placesData,
  routes: [placesRoutes, safePointsRoutes],
  queues: { 'safe-points': countSafePoints },
}
