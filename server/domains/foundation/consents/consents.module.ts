import type { Room } from '#server/platform/room.ts'
import { consentsData } from './consents.data.ts'

export const consentsModule: Room = { name: 'consents', data: consentsData }
