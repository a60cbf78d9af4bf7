import type { Room } from '#server/platform/room.ts'
import { countReviews } from './points.queries.ts'
import { rewardsData } from './rewards.data.ts'
import { rewardsJobs, rewardsRecurring } from './rewards.jobs.ts'
import * as messages from './rewards.messages.ts'
import { rewardsRoutes } from './rewards.routes.ts'

export const rewardsModule: Room = {
  name: 'rewards',
  data: rewardsData,
  routes: [rewardsRoutes],
  jobs: rewardsJobs,
  recurring: rewardsRecurring,
  messages: Object.values(messages),
  queues: { 'reward-reviews': countReviews },
}
