import { z } from 'zod'
import { PAPERS_CHANGED_JOB } from '#server/modules/people/verification/index.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { deadlineLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { reviewTrips } from './review-trips.ts'

const DriverPayload = z.object({ driverId: z.uuid() })

export const tripPausesJobs: JobHandler[] = [
  {
    name: PAPERS_CHANGED_JOB,
    lane: deadlineLane,
    run: (deps, payload) => reviewTrips(deps, DriverPayload.parse(payload)),
  },
]

export const tripPausesRecurring: RecurringJob[] = [
  {
    name: 'trip-pauses.review',
    everyMs: HOUR_MS,
    onWrongClock: 'waits',
    run: (deps) => reviewTrips(deps),
  },
]
