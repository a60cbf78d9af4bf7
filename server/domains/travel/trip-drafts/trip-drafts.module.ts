import type { Room } from '#server/platform/room.ts'
import { tripDraftsData } from './trip-drafts.data.ts'
import { tripDraftsJobs } from './trip-drafts.jobs.ts'
import * as messages from './trip-drafts.messages.ts'
import { tripDraftsRoutes } from './trip-drafts.routes.ts'

export const tripDraftsModule: Room = {
  name: 'trip-drafts',
  data: tripDraftsData,
  routes: [tripDraftsRoutes],
  jobs: tripDraftsJobs,
  messages: Object.values(messages),
}
