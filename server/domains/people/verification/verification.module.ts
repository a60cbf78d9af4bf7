import type { Room } from '#server/platform/room.ts'
import { countReviews } from './photos.queries.ts'
import { verificationData } from './verification.data.ts'
import { verificationJobs, verificationRecurring } from './verification.jobs.ts'
import * as messages from './verification.messages.ts'
import { verificationRoutes } from './verification.routes.ts'

export const verificationModule: Room = {
  name: 'verification',
  data: verificationData,
  routes: [verificationRoutes],
  jobs: verificationJobs,
  recurring: verificationRecurring,
  messages: Object.values(messages),
  queues: { verification: countReviews },
}
