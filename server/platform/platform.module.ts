import { housekeeping } from './housekeeping.ts'
import { platformData } from './platform.data.ts'
import type { Room } from './room.ts'

export const platformModule: Room = {
  name: 'platform',
  data: platformData,
  recurring: housekeeping,
}
