import type { Room } from '#server/platform/room.ts'
import { accountData } from './account.data.ts'
import { accountJobs, accountRecurring } from './account.jobs.ts'
import { accountMessages } from './account.messages.ts'
import { accountRoutes } from './account.routes.ts'

export const accountModule: Room = {
  name: 'account',
  data: accountData,
  routes: [accountRoutes],
  jobs: accountJobs,
  recurring: accountRecurring,
  messages: accountMessages,
}
