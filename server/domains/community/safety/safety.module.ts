import type { Room } from '#server/platform/room.ts'
import { safetyData } from './safety.data.ts'
import { safetyJobs, safetyRecurring } from './safety.jobs.ts'
import { safetyMessages } from './safety.messages.ts'
import { incidentsRoutes, tripSharesRoutes, trustedContactsRoutes } from './safety.routes.ts'

export const safetyModule: Room = {
  name: 'safety',
  data: safetyData,
  routes: [tripSharesRoutes, trustedContactsRoutes, incidentsRoutes],
  jobs: safetyJobs,
  recurring: safetyRecurring,
  messages: safetyMessages,
}
