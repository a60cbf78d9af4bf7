import { z } from 'zod'
import { HOUR_MS } from '#server/platform/clock.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { RIDE_WANTED_JOB } from './post-ride-request.ts'
import { tellDrivers, tellEnded } from './tell-demand.ts'

const RequestPayload = z.object({ rideRequestId: z.uuid() })

export const rideRequestsJobs: JobHandler[] = [
  {
    name: RIDE_WANTED_JOB,
    run: (deps, payload) => tellDrivers(deps, RequestPayload.parse(payload).rideRequestId),
  },
]

export const rideRequestsRecurring: RecurringJob[] = [
  { name: 'ride-requests.tell-ended', everyMs: HOUR_MS, onWrongClock: 'waits', run: tellEnded },
]
