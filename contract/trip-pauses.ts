import { z } from 'zod'
import { post } from './route.ts'
import { TripView } from './trips.ts'

const ok = z.object({ trip: TripView })

export const tripPauses = {
  pause: post('/trips/:tripId/pause', {
    auth: 'live',
    summary: 'Pause the sales of a trip',
    description:
      "Stops new bookings and requests of the driver's own trip until it is resumed. Bookings " +
      'stay as they are, and requests that wait can still be answered. Safe to repeat.',
    ok,
    errors: ['trip_not_found', 'trip_not_editable'],
  }),
  resume: post('/trips/:tripId/resume', {
    auth: 'live',
    summary: 'Resume the sales of a trip',
    description:
      "Ends the driver's own pause. The trip is sold again, unless a missing document or a " +
      'decision about the driver stops it too. Safe to repeat.',
    ok,
    errors: ['trip_not_found', 'trip_not_editable'],
  }),
}
