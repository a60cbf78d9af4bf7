import type { Room } from '#server/platform/room.ts'
import { sanctionsData } from './sanctions.data.ts'

export const sanctionsModule: Room = {
  name: 'sanctions',
  data: sanctionsData,
}
