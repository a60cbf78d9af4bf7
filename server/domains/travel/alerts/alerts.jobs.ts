import { z } from 'zod'
import { MATCH_ALERTS_JOB } from '#server/domains/travel/trips/trips.public.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { mailDue } from './mail-matches.ts'
import { matchTrip } from './match-trip.ts'
import { stopOver } from './stop-alert.ts'

const TripPayload = z.object({
  tripId: z.uuid(),
  freed: z
    .object({
      fromSeq: z.int(),
      toSeq: z.int(),
      seats: z.int(),
      by: z.uuid(),
      at: z.iso.datetime().transform((text) => new Date(text)),
    })
    .optional(),
})

export const alertsJobs: JobHandler[] = [
  { name: MATCH_ALERTS_JOB, run: (deps, payload) => matchTrip(deps, TripPayload.parse(payload)) },
]

export const alertsRecurring: RecurringJob[] = [
  { name: 'alerts.mail-due', everyMs: MINUTE_MS, onWrongClock: 'waits', run: mailDue },
  { name: 'alerts.stop-over', everyMs: HOUR_MS, onWrongClock: 'waits', run: stopOver },
]
