import type { Room } from '#server/platform/room.ts'
import { marksData } from './marks.data.ts'
import { marksMessages } from './marks.messages.ts'
import { marksRoutes } from './marks.routes.ts'

export const marksModule: Room = {
  name: 'marks',
  data: marksData,
  routes: [marksRoutes],
  messages: marksMessages,
}
