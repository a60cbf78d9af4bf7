import { DAY_MS } from '#server/platform/clock.ts'
import type { RecurringJob } from '#server/platform/jobs/worker.ts'
import type { Room } from '#server/platform/room.ts'
import { standingData } from './data.ts'
import { recountReputation } from './refresh-reputation.ts'
import * as messages from './standing.messages.ts'
import { standingRoutes } from './standing.routes.ts'

const standingRecurring: RecurringJob[] = [
  { name: 'reputation.recount', everyMs: DAY_MS, onWrongClock: 'waits', run: recountReputation },
]

export const standingModule: Room = {
  name: 'standing',
  data: standingData,
  routes: [standingRoutes],
  messages: Object.values(messages),
  recurring: standingRecurring,
}
