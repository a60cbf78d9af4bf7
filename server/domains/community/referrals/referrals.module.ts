import type { Room } from '#server/platform/room.ts'
import { referralsData } from './referrals.data.ts'
import { referralsJobs } from './referrals.jobs.ts'
import * as messages from './referrals.messages.ts'
import { referralsRoutes } from './referrals.routes.ts'

export const referralsModule: Room = {
  name: 'referrals',
  data: referralsData,
  routes: [referralsRoutes],
  jobs: referralsJobs,
  messages: Object.values(messages),
}
