import type { Room } from '#server/platform/room.ts'
import { conversationsData } from './conversations.data.ts'
import { conversationsJobs, conversationsRecurring } from './conversations.jobs.ts'
import * as messages from './conversations.messages.ts'
import { conversationsRoutes } from './conversations.routes.ts'

export const conversationsModule: Room = {
  name: 'conversations',
  data: conversationsData,
  routes: [conversationsRoutes],
  jobs: conversationsJobs,
  recurring: conversationsRecurring,
  messages: Object.values(messages),
}
