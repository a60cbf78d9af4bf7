import type { Room } from '#server/platform/room.ts'
import { authData } from './auth.data.ts'
import { accountJobs, accountRecurring, authRecurring } from './auth.jobs.ts'
import { accountMessages, authMessages } from './auth.messages.ts'
import { authRoutes } from './auth.routes.ts'

export const authModule: Room = {
  name: 'auth',
  data: authData,
  routes: [authRoutes],
  jobs: accountJobs,
  recurring: [...authRecurring, ...accountRecurring],
  messages: [...authMessages, ...accountMessages],
}
