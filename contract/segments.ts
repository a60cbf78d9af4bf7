import { z } from 'zod'
import { BookingAnswer, bookingParams } from './booking-view.ts'
import { Instant, Pesos, PesosSum, StopId } from './common.ts'
import type { ErrorCode } from './errors.ts'
import { route } from './route.ts'

const refusals = [
  'booking_not_found',
  'segment_not_changeable',
  'aboard_said',
  'stop_not_found',
  'stops_out_of_order',
  'stop_not_offered',
  'payment_mode_not_offered',
  'trip_departed',
  'trip_not_bookable',
  'seats_unavailable',
] as const satisfies readonly ErrorCode[]

/** Another part of the same trip for a booking, as one change. */
export const segments = {
  preview: route({
    method: 'GET',
    path: '/bookings/:bookingId/segment',
    auth: 'live',
    summary: 'Cuánto cambiaría el precio si viajo otro tramo',
    description:
      'What changing the part of the trip would do, with the refusals of the change itself; ' +
      'nothing is written. Only for the passenger.',
    params: bookingParams,
    query: z.strictObject({ from: StopId, to: StopId }),
    ok: z.object({
      /** What the passenger pays for all the seats. */
      price: Pesos,
      /** Compared with now: above zero it is held, below zero it returns. */
      difference: PesosSum,
      getsOnAt: Instant,
      getsOffAt: Instant,
    }),
    errors: refusals,
  }),
  change: route({
    method: 'POST',
    path: '/bookings/:bookingId/segment',
    auth: 'live',
    summary: 'Cambiar el tramo de una reserva; se le avisa al conductor',
    description:
      'The passenger rides another part of the same trip: seats, price, held money and ticket ' +
      'change together, or nothing does. Both are told. A repeat answers the booking as it is.',
    params: bookingParams,
    body: z.strictObject({
      fromStopId: StopId,
      toStopId: StopId,
      /** The price that the person saw; if it is no longer true the change is refused. */
      expectedPrice: Pesos.optional(),
    }),
    ok: BookingAnswer,
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    errors: [
      ...refusals,
      'price_changed',
      'overlapping_booking',
      'insufficient_funds',
      'driver_balance_low',
    ],
  }),
}
