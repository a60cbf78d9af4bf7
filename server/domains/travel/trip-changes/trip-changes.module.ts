import type { Room } from '#server/platform/room.ts'
import * as messages from './trip-changes.messages.ts'
import { tripChangesRoutes } from './trip-changes.routes.ts'

export const tripChangesModule: Room = {
  name: 'trip-changes',
  routes: [tripChangesRoutes],
  messages: Object.values(messages),
}
