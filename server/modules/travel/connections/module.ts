import { z } from 'zod'
import { RESCUE_JOB } from '#server/modules/travel/bookings/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { deadlineLane } from '#server/platform/jobs/lanes.ts'
import type { Module } from '#server/platform/module.ts'
import { connectionsRoutes } from './connections.routes.ts'
import { connectionsData } from './data.ts'
import { followDue, followRescue } from './rescues/follow-rescue.ts'
import * as messages from './rescues/rescues.messages.ts'

const BookingPayload = z.object({ bookingId: z.uuid() })

export const connectionsModule: Module = {
  name: 'connections',
  data: connectionsData,
  routes: [connectionsRoutes],
  jobs: [
    {
      name: RESCUE_JOB,
      lane: deadlineLane,
      run: (deps, payload) => followRescue(deps, BookingPayload.parse(payload)),
    },
  ],
  recurring: [
    { name: 'rescues.follow-due', everyMs: MINUTE_MS, onWrongClock: 'waits', run: followDue },
  ],
  messages: Object.values(messages),
}
