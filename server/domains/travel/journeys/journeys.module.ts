import type { Room } from '#server/platform/room.ts'
import { journeysData } from './journeys.data.ts'
import * as messages from './journeys.messages.ts'
import { journeysRoutes } from './journeys.routes.ts'

export const journeysModule: Room = {
  name: 'journeys',
  data: journeysData,
  routes: [journeysRoutes],
  messages: Object.values(messages),
}
