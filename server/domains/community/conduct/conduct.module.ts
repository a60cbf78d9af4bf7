import type { Room } from '#server/platform/room.ts'
import { countAppeals } from './appeals.queries.ts'
import { conductData } from './conduct.data.ts'
import { conductJobs, conductRecurring } from './conduct.jobs.ts'
import * as messages from './conduct.messages.ts'
import { conductRoutes } from './conduct.routes.ts'
import { countCases } from './hearings.queries.ts'

export const conductModule: Room = {
  name: 'conduct',
  data: conductData,
  routes: [conductRoutes],
  jobs: conductJobs,
  recurring: conductRecurring,
  messages: Object.values(messages),
  queues: { conduct: countCases, appeals: countAppeals },
}
