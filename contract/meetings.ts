import { z } from 'zod'
import { BookingAnswer, bookingParams } from './booking-view.ts'
import { Id } from './common.ts'
import { route } from './route.ts'

/** Where a passenger and the car meet, once it is booked. */
export const meetings = {
  changeMeeting: route({
    method: 'POST',
    path: '/bookings/:bookingId/meeting',
    auth: 'live',
    summary: 'Cambiar el punto de encuentro de una reserva; se le avisa a la otra persona',
    description:
      'Passenger or driver choose where this passenger meets the car, until the pick-up, at ' +
      'stops without a point of the driver for everybody. The other one is told by mail.',
    params: bookingParams,
    body: z.strictObject({
      /** SafePoints; null: to be agreed. */
      fromPointId: Id.nullable(),
      toPointId: Id.nullable(),
    }),
    ok: BookingAnswer,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: [
      'booking_not_found',
      'booking_not_waiting',
      'safe_point_not_found',
      'point_not_offered',
    ],
  }),
}
