import { z } from 'zod'
import { RESCUE_JOB } from '#server/modules/travel/bookings/index.ts'
import { matchTrip, TripPayload } from '#server/modules/travel/demand/index.ts'
import { MATCH_ALERTS_JOB } from '#server/modules/travel/trips/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { deadlineLane } from '#server/platform/jobs/lanes.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { connectionsRoutes } from './connections.routes.ts'
import { connectionsData } from './data.ts'
import { findPairs } from './find-pairs.ts'
import { followDue, followRescue, SEARCH_AGAIN_JOB, searchAgain } from './rescues/follow-rescue.ts'
import * as messages from './rescues/rescues.messages.ts'

const TripIdPayload = z.object({ tripId: z.uuid() })
const BookingPayload = z.object({ bookingId: z.uuid() })

export const connectionsModule: Module = {
  name: 'connections',
  data: connectionsData,
  routes: [connectionsRoutes],
  jobs: [
    job(MATCH_ALERTS_JOB, TripPayload, async (deps, event) => {
      // Passengers without a car are offered the seats before the lists buy them.
      await searchAgain(deps, event)
      await matchTrip(deps, event, findPairs)
    }),
    job(SEARCH_AGAIN_JOB, TripIdPayload, searchAgain),
    job(RESCUE_JOB, BookingPayload, followRescue, deadlineLane),
  ],
  recurring: [
    { name: 'rescues.follow-due', everyMs: MINUTE_MS, onWrongClock: 'waits', run: followDue },
  ],
  messages: Object.values(messages),
}
