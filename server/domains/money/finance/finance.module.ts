import type { Room } from '#server/platform/room.ts'
import * as messages from './finance.messages.ts'
import { financeRoutes } from './finance.routes.ts'
import { tellDebtsPaid } from './tell-debts-paid.ts'

export const financeModule: Room = {
  name: 'finance',
  routes: [financeRoutes],
  recurring: [
    { name: 'finance.tell-debts-paid', everyMs: 20_000, onWrongClock: 'runs', run: tellDebtsPaid },
  ],
  messages: Object.values(messages),
}
