import type { Room } from '#server/platform/room.ts'
import { dutyData } from './duty.data.ts'
import { dutyJobs } from './duty.jobs.ts'
import * as messages from './duty.messages.ts'
import { dutyRoutes } from './duty.routes.ts'

export const dutyModule: Room = {
  name: 'duty',
  data: dutyData,
  routes: [dutyRoutes],
  jobs: dutyJobs,
  messages: Object.values(messages),
}
