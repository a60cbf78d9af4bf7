import type { Room } from '#server/platform/room.ts'
import { searchData } from './search.data.ts'
import { searchRecurring } from './search.jobs.ts'
import { searchRoutes } from './search.routes.ts'

export const searchModule: Room = {
  name: 'search',
  data: searchData,
  routes: [searchRoutes],
  recurring: searchRecurring,
}
