import type { Room } from '#server/platform/room.ts'
import { profilesRoutes } from './profiles.routes.ts'

export const profilesModule: Room = {
  name: 'profiles',
  routes: [profilesRoutes],
}
