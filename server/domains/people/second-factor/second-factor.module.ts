import type { Room } from '#server/platform/room.ts'
import { secondFactorData } from './second-factor.data.ts'
import * as messages from './second-factor.messages.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'

export const secondFactorModule: Room = {
  name: 'second-factor',
  data: secondFactorData,
  routes: [secondFactorRoutes],
  messages: Object.values(messages),
}
