import type { Room } from '#server/platform/room.ts'
import { standingData } from './standing.data.ts'
import { standingRecurring } from './standing.jobs.ts'

export const standingModule: Room = {
  name: 'standing',
  data: standingData,
  recurring: standingRecurring,
}
