import type { Room } from '#server/platform/room.ts'
import { recurrenceData } from './recurrence.data.ts'
import { recurrenceRecurring } from './recurrence.jobs.ts'
import { recurrenceRoutes } from './recurrence.routes.ts'

export const recurrenceModule: Room = {
  name: 'recurrence',
  data: recurrenceData,
  routes: [recurrenceRoutes],
  recurring: recurrenceRecurring,
}
