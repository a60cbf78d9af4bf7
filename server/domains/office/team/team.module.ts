import type { Room } from '#server/platform/room.ts'
import { teamData } from './team.data.ts'
import * as messages from './team.messages.ts'
import { teamRoutes } from './team.routes.ts'

export const teamModule: Room = {
  name: 'team',
  data: teamData,
  routes: [teamRoutes],
  messages: Object.values(messages),
}
