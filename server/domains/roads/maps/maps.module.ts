import type { Room } from '#server/platform/room.ts'
import { mapsRoutes } from './maps.routes.ts'

export const mapsModule: Room = {
  name: 'maps',
  routes: [mapsRoutes],
}
