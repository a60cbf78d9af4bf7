import type { Room } from '#server/platform/room.ts'
import { switchesData } from './data.ts'

export const switchesModule: Room = {
  name: 'switches',
  data: switchesData,
}
