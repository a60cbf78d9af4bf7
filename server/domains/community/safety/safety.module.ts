import type { Room } from '#server/platform/room.ts'
import { countIncidents } from './incidents.queries.ts'
import { safetyData } from './safety.data.ts'
import { safetyJobs, safetyRecurring } from './safety.jobs.ts'
import * as messages from './safety.messages.ts'
import { safetyRoutes } from './safety.routes.ts'

export const safetyModule: Room = {
  name: 'safety',
  data: safetyData,
  routes: [safetyRoutes],
  jobs: safetyJobs,
  recurring: safetyRecurring,
  messages: Object.values(messages),
  queues: { incidents: countIncidents },
}
