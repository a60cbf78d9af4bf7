import type { Room } from '#server/platform/room.ts'
import { tripPausesData } from './trip-pauses.data.ts'
import { tripPausesJobs, tripPausesRecurring } from './trip-pauses.jobs.ts'
import * as messages from './trip-pauses.messages.ts'

export const tripPausesModule: Room = {
  name: 'trip-pauses',
  data: tripPausesData,
  jobs: tripPausesJobs,
  recurring: tripPausesRecurring,
  messages: Object.values(messages),
}
