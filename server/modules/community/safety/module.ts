import { z } from 'zod'
import { TRAVELLED_JOB } from '#server/modules/travel/bookings/index.ts'
import { JOURNEY_JOB } from '#server/modules/travel/journeys/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { alarmLane, mailLane } from '#server/platform/jobs/lanes.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { safetyData } from './data.ts'
import { callPeople } from './duty/call-people.ts'
import * as dutyMessages from './duty/duty.messages.ts'
import { dutyRoutes } from './duty/duty.routes.ts'
import { CALL_JOB } from './duty/raise-alarm.ts'
import { ASK_JOB, askForEntry } from './handle-incident.ts'
import { countIncidents } from './incidents.queries.ts'
import { alarmOverdue } from './open-incident.ts'
import * as messages from './safety.messages.ts'
import { safetyRoutes } from './safety.routes.ts'
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

const Step = z.object({ alarmId: z.uuid(), minute: z.literal([0, 2, 5]) })

export const safetyModule: Module = {
  name: 'safety',
  data: safetyData,
  routes: [safetyRoutes, dutyRoutes],
  jobs: [
    {
      name: TRAVELLED_JOB,
      lane: mailLane,
      async run(deps, payload) {
        const { event, ...traveller } = Travelled.parse(payload)
        await tellContact(deps, traveller, event === 'boarded' ? 'boarded' : 'not_aboard')
      },
    },
    job(JOURNEY_JOB, Journey, (deps, { tripId }) => tellOfJourney(deps, tripId), mailLane),
    job(ASK_JOB, Ask, askForEntry, alarmLane),
    job(CALL_JOB, Step, callPeople, alarmLane),
  ],
  recurring: [
    {
      name: 'safety.forget-ended-trips',
      everyMs: 5 * MINUTE_MS,
      onWrongClock: 'waits',
      run: forgetEndedTrips,
    },
    {
      name: 'safety.silent-trips',
      everyMs: MINUTE_MS,
      onWrongClock: 'runs',
      run: watchSilentTrips,
    },
    {
      name: 'safety.overdue-incidents',
      everyMs: MINUTE_MS,
      onWrongClock: 'runs',
      run: alarmOverdue,
    },
  ],
  messages: [...Object.values(messages), ...Object.values(dutyMessages)],
  queues: { incidents: countIncidents },
}
