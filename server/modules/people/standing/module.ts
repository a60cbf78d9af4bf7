import { DAY_MS } from '#server/platform/clock.ts'
import type { Module } from '#server/platform/module.ts'
import { standingData } from './data.ts'
import { recountReputation } from './refresh-reputation.ts'
import * as messages from './standing.messages.ts'
import { standingRoutes } from './standing.routes.ts'

export const standingModule: Module = {
  name: 'standing',
  data: standingData,
  routes: [standingRoutes],
  messages: Object.values(messages),
  recurring: [
    { name: 'reputation.recount', everyMs: DAY_MS, onWrongClock: 'waits', run: recountReputation },
  ],
}
