import type { Room } from '#server/platform/room.ts'
import { countClaims } from './claims.queries.ts'
import { privacyData } from './privacy.data.ts'
import { privacyJobs, privacyRecurring } from './privacy.jobs.ts'
import * as messages from './privacy.messages.ts'
import { privacyRoutes } from './privacy.routes.ts'

export const privacyModule: Room = {
  name: 'privacy',
  data: privacyData,
  routes: [privacyRoutes],
  jobs: privacyJobs,
  recurring: privacyRecurring,
  messages: Object.values(messages),
  queues: { claims: countClaims },
}
