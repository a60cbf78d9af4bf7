import type { Room } from '#server/platform/room.ts'
import { integrityData } from './integrity.data.ts'
import { integrityRecurring } from './integrity.jobs.ts'

export const integrityModule: Room = {
  name: 'integrity',
  data: integrityData,
  recurring: integrityRecurring,
}
