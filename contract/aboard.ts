import { z } from 'zod'
import { BookingAnswer, bookingParams } from './booking-view.ts'
import { route } from './route.ts'

/** Our own limit: each saying and undoing is told to the driver. */
const aboardLimit = { max: 20, windowSeconds: 600, by: 'user' } as const

/** "Ya voy a bordo": the passenger's word, which pays the driver unless it is undone. */
export const aboard = {
  say: route({
    method: 'POST',
    path: '/bookings/:bookingId/aboard',
    auth: 'live',
    summary: 'El pasajero dice que ya va a bordo; se paga 10 minutos después',
    description:
      'The passenger says to be on board, from 15 minutes before the pick-up or once the driver ' +
      'recorded the arrival there. It pays as a scan does, 10 minutes later, unless it is undone ' +
      'or scanned before. Safe to repeat.',
    params: bookingParams,
    body: z.strictObject({}),
    ok: BookingAnswer,
    limit: aboardLimit,
    errors: [
      'booking_not_found',
      'ticket_not_confirmed',
      'ticket_revoked',
      'booking_in_dispute',
      'aboard_too_early',
    ],
  }),
  undo: route({
    method: 'POST',
    path: '/bookings/:bookingId/aboard/undo',
    auth: 'live',
    summary: 'El pasajero deshace que ya va a bordo, antes de que se pague',
    description:
      'The passenger takes back having said to be on board, before it is paid. Everything is ' +
      'possible again, and the driver is told. Safe to repeat.',
    params: bookingParams,
    body: z.strictObject({}),
    ok: BookingAnswer,
    limit: aboardLimit,
    errors: ['booking_not_found', 'aboard_not_undoable'],
  }),
}
