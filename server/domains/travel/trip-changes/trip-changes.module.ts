import type { Room } from '#server/platform/room.ts'
import { tripChangesMessages } from './trip-changes.messages.ts'
import { tripChangesRoutes } from './trip-changes.routes.ts'

export const tripChangesModule: Room = {
  name: 'trip-changes',
  routes: [tripChangesRoutes],
  messages: tripChangesMessages,
}
