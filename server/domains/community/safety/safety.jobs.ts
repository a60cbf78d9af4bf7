import { z } from 'zod'
import { TRAVELLED_JOB } from '#server/modules/travel/bookings/index.ts'
import { JOURNEY_JOB } from '#server/modules/travel/journeys/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { alarmLane, mailLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { ASK_JOB, askForEntry } from './handle-incident.ts'
import { alarmOverdue } from './open-incident.ts'
import { forgetEndedTrips } from './share-position.ts'
import { tellContact, tellOfJourney } from './tell-contact.ts'
import { watchSilentTrips } from './watch-silent-trips.ts'

const Travelled = z.object({
  userId: z.uuid(),
  tripId: z.uuid(),
  bookingId: z.uuid(),
  event: z.enum(['boarded', 'boarding_denied']),
})
const Ask = z.object({ id: z.uuid(), takenAt: z.coerce.date(), asked: z.int() })
const Journey = z.object({ tripId: z.uuid() })

export const safetyJobs: JobHandler[] = [
  {
    name: TRAVELLED_JOB,
    lane: mailLane,
    async run(deps, payload) {
      const { event, ...traveller } = Travelled.parse(payload)
      await tellContact(deps, traveller, event === 'boarded' ? 'boarded' : 'not_aboard')
    },
  },
  {
    name: JOURNEY_JOB,
    lane: mailLane,
    run: (deps, payload) => tellOfJourney(deps, Journey.parse(payload).tripId),
  },
  {
    name: ASK_JOB,
    lane: alarmLane,
    run: (deps, payload) => askForEntry(deps, Ask.parse(payload)),
  },
]

export const safetyRecurring: RecurringJob[] = [
  {
    name: 'safety.forget-ended-trips',
    everyMs: 5 * MINUTE_MS,
    onWrongClock: 'waits',
    run: forgetEndedTrips,
  },
  { name: 'safety.silent-trips', everyMs: MINUTE_MS, onWrongClock: 'runs', run: watchSilentTrips },
  { name: 'safety.overdue-incidents', everyMs: MINUTE_MS, onWrongClock: 'runs', run: alarmOverdue },
]
