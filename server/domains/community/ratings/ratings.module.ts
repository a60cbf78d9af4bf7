import type { Room } from '#server/platform/room.ts'
import { countRatingCases } from './rating-cases.queries.ts'
import { ratingsData } from './ratings.data.ts'
import { ratingsJobs } from './ratings.jobs.ts'
import * as messages from './ratings.messages.ts'
import { ratingsRoutes } from './ratings.routes.ts'

export const ratingsModule: Room = {
  name: 'ratings',
  data: ratingsData,
  routes: [ratingsRoutes],
  jobs: ratingsJobs,
  messages: Object.values(messages),
  queues: { 'rating-cases': countRatingCases },
}
