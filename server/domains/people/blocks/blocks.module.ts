import type { Room } from '#server/platform/room.ts'
import { blocksData } from './blocks.data.ts'
import { blocksRoutes } from './blocks.routes.ts'

export const blocksModule: Room = { name: 'blocks', data: blocksData, routes: [blocksRoutes] }
