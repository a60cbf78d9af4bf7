import type { Room } from '#server/platform/room.ts'
import { deskActionsData } from './desk-actions.data.ts'
import * as messages from './desk-actions.messages.ts'
import { deskActionsRoutes } from './desk-actions.routes.ts'

export const deskActionsModule: Room = {
  name: 'desk-actions',
  data: deskActionsData,
  routes: [deskActionsRoutes],
  messages: Object.values(messages),
}
