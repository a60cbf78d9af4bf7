import type { Room } from '#server/platform/room.ts'
import { authData } from './auth.data.ts'
import { authJobs, authRecurring } from './auth.jobs.ts'
import * as messages from './auth.messages.ts'
import { authRoutes } from './auth.routes.ts'

export const authModule: Room = {
  name: 'auth',
  data: authData,
  routes: [authRoutes],
  jobs: authJobs,
  recurring: authRecurring,
  messages: Object.values(messages),
}
