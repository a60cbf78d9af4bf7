import type { Room } from '#server/platform/room.ts'
import { impactRoutes } from './impact.routes.ts'

export const impactModule: Room = {
  name: 'impact',
  routes: [impactRoutes],
}
