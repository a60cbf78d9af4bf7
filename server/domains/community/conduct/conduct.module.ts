import type { Room } from '#server/platform/room.ts'
import { conductData } from './conduct.data.ts'
import { conductJobs, conductRecurring } from './conduct.jobs.ts'
import * as messages from './conduct.messages.ts'
import { conductRoutes } from './conduct.routes.ts'

export const conductModule: Room = {
  name: 'conduct',
  data: conductData,
  routes: [conductRoutes],
  jobs: conductJobs,
  recurring: conductRecurring,
  messages: Object.values(messages),
}
