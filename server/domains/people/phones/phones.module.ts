import type { Room } from '#server/platform/room.ts'
import { phonesData } from './phones.data.ts'
import * as messages from './phones.messages.ts'
import { phonesRoutes } from './phones.routes.ts'

export const phonesModule: Room = {
  name: 'phones',
  data: phonesData,
  routes: [phonesRoutes],
  messages: Object.values(messages),
}
