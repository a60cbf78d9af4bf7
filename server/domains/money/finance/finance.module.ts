import type { Room } from '#server/platform/room.ts'
import { financeRecurring } from './finance.jobs.ts'
import { financeMessages } from './finance.messages.ts'
import { financeRoutes } from './finance.routes.ts'

export const financeModule: Room = {
  name: 'finance',
  routes: [financeRoutes],
  recurring: financeRecurring,
  messages: financeMessages,
}
