import { z } from 'zod'
import { POINTS_JOB } from '#server/modules/travel/bookings/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { settleMissed } from './check-points.ts'
import { recountCards } from './recount-cards.ts'
import { settlePoints } from './settle-points.ts'

const Payload = z.object({ bookingId: z.uuid() })

export const rewardsJobs: JobHandler[] = [
  {
    name: POINTS_JOB,
    run: (deps, payload) => settlePoints(deps, Payload.parse(payload).bookingId),
  },
]

export const rewardsRecurring: RecurringJob[] = [
  { name: 'rewards.settle-missed', everyMs: DAY_MS, onWrongClock: 'waits', run: settleMissed },
  { name: 'rewards.cards', everyMs: DAY_MS, onWrongClock: 'waits', run: recountCards },
]
