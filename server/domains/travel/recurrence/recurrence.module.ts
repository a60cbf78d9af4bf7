import type { Room } from '#server/platform/room.ts'
import { recurrenceData } from './recurrence.data.ts'
import { recurrenceRecurring } from './recurrence.jobs.ts'
import * as messages from './recurrence.messages.ts'
import { recurrenceRoutes } from './recurrence.routes.ts'

export const recurrenceModule: Room = {
  name: 'recurrence',
  data: recurrenceData,
  routes: [recurrenceRoutes],
  messages: Object.values(messages),
  recurring: recurrenceRecurring,
}
