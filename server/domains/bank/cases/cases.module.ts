import type { Room } from '#server/platform/room.ts'
import { casesData } from './cases.data.ts'

export const casesModule: Room = { name: 'cases', data: casesData }
