import type { Room } from '#server/platform/room.ts'
import { backOfficeData } from './back-office.data.ts'
import { backOfficeRoutes } from './back-office.routes.ts'

export const backOfficeModule: Room = {
  name: 'back-office',
  data: backOfficeData,
  routes: [backOfficeRoutes],
}
