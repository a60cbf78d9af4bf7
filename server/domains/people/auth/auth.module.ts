import type { Room } from '#server/platform/room.ts'
import { authData } from './auth.data.ts'
import { authRecurring } from './auth.jobs.ts'
import { authMessages } from './auth.messages.ts'
import { authRoutes } from './auth.routes.ts'

export const authModule: Room = {
  name: 'auth',
  data: authData,
  routes: [authRoutes],
  recurring: authRecurring,
  messages: authMessages,
}
