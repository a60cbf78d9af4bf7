import type { Room } from '#server/platform/room.ts'
import { placesData } from './places.data.ts'
import { placesRoutes } from './places.routes.ts'

export const placesModule: Room = {
  name: 'places',
  data: placesData,
  routes: [placesRoutes],
}
