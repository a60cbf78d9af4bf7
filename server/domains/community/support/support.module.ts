import type { Room } from '#server/platform/room.ts'
import { countTickets } from './rank-tickets.ts'
import { supportData } from './support.data.ts'
import { supportJobs, supportRecurring } from './support.jobs.ts'
import * as messages from './support.messages.ts'
import { supportRoutes } from './support.routes.ts'

export const supportModule: Room = {
  name: 'support',
  data: supportData,
  routes: [supportRoutes],
  jobs: supportJobs,
  recurring: supportRecurring,
  messages: Object.values(messages),
  queues: { tickets: countTickets },
}
