import { z } from 'zod'
import { bookingParams } from './booking-view.ts'
import { route } from './route.ts'

export const receipts = {
  pdf: route({
    method: 'GET',
    path: '/bookings/:bookingId/receipt',
    auth: 'live',
    summary: 'El comprobante en PDF de una reserva pagada o terminada',
    description:
      'The receipt of a paid or finished booking as a PDF, for its passenger and its driver.',
    params: bookingParams,
    ok: z.unknown(),
    raw: true,
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: ['booking_not_found', 'receipt_not_ready'],
  }),
  calendar: route({
    method: 'GET',
    path: '/bookings/:bookingId/calendar.ics',
    auth: 'live',
    summary: 'El viaje de una reserva confirmada, para el calendario',
    description:
      'The journey of a confirmed booking as an iCalendar file, for its passenger and its driver.',
    params: bookingParams,
    ok: z.unknown(),
    raw: true,
    errors: ['booking_not_found', 'ticket_not_confirmed', 'ticket_revoked'],
  }),
}
