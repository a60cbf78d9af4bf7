import type { Room } from '#server/platform/room.ts'
import { tripsData } from './data.ts'
import { tripsRoutes } from './trips.routes.ts'

export const tripsModule: Room = {
  name: 'trips',
  data: tripsData,
  routes: [tripsRoutes],
}
