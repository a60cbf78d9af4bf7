import type { Room } from '#server/platform/room.ts'
import { receiptsRoutes } from './receipts.routes.ts'

export const receiptsModule: Room = {
  name: 'receipts',
  routes: [receiptsRoutes],
}
