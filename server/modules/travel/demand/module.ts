import { z } from 'zod'
import { UNTOLD_JOB } from '#server/modules/travel/bookings/index.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import * as messages from './alerts/alerts.messages.ts'
import { alertsRoutes } from './alerts/alerts.routes.ts'
import { endDue, releaseUntold } from './alerts/end-lists.ts'
import { mailDue } from './alerts/mail-matches.ts'
import { stopOver } from './alerts/stop-alert.ts'
import { demandData } from './data.ts'
import { RIDE_WANTED_JOB } from './ride-requests/post-ride-request.ts'
import * as rideRequestsMessages from './ride-requests/ride-requests.messages.ts'
import { rideRequestsRoutes } from './ride-requests/ride-requests.routes.ts'
import { tellDrivers, tellEnded } from './ride-requests/tell-demand.ts'

const BookingPayload = z.object({ bookingId: z.uuid() })
const RequestPayload = z.object({ rideRequestId: z.uuid() })

export const demandModule: Module = {
  name: 'demand',
  data: demandData,
  routes: [alertsRoutes, rideRequestsRoutes],
  jobs: [
    job(UNTOLD_JOB, BookingPayload, (deps, { bookingId }) => releaseUntold(deps, bookingId)),
    job(RIDE_WANTED_JOB, RequestPayload, (deps, { rideRequestId: id }) => tellDrivers(deps, id)),
  ],
  recurring: [
    { name: 'alerts.mail-due', everyMs: MINUTE_MS, onWrongClock: 'waits', run: mailDue },
    { name: 'alerts.end-lists', everyMs: MINUTE_MS, onWrongClock: 'waits', run: endDue },
    { name: 'alerts.stop-over', everyMs: HOUR_MS, onWrongClock: 'waits', run: stopOver },
    { name: 'ride-requests.tell-ended', everyMs: HOUR_MS, onWrongClock: 'waits', run: tellEnded },
  ],
  messages: [...Object.values(messages), ...Object.values(rideRequestsMessages)],
}
