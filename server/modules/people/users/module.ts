import type { Room } from '#server/platform/room.ts'
import { blocksRoutes } from './blocks/blocks.routes.ts'
import { usersData } from './data.ts'
import * as messages from './users.messages.ts'
import { usersRoutes } from './users.routes.ts'

export const usersModule: Room = {
  name: 'users',
  data: usersData,
  routes: [usersRoutes, blocksRoutes],
  messages: Object.values(messages),
}
