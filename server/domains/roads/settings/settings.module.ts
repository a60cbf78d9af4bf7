import type { Room } from '#server/platform/room.ts'
import { settingsData } from './settings.data.ts'
import { settingsRoutes } from './settings.routes.ts'

export const settingsModule: Room = {
  name: 'settings',
  data: settingsData,
  routes: [settingsRoutes],
}
