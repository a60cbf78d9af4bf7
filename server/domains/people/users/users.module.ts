import type { Room } from '#server/platform/room.ts'
import { usersData } from './users.data.ts'
import * as messages from './users.messages.ts'
import { usersRoutes } from './users.routes.ts'

export const usersModule: Room = {
  name: 'users',
  data: usersData,
  routes: [usersRoutes],
  messages: Object.values(messages),
}
