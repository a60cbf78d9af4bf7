import { bookingParams } from './booking-view.ts'
import { get, rawAnswer } from './route.ts'

export const receipts = {
  pdf: get('/bookings/:bookingId/receipt', {
    auth: 'live',
    summary: 'Download the receipt of a booking as PDF',
    description:
      'Returns the receipt of a paid or finished booking as a PDF, for its passenger and its ' +
      'driver.',
    params: bookingParams,
    ...rawAnswer,
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: ['booking_not_found', 'receipt_not_ready'],
  }),
  calendar: get('/bookings/:bookingId/calendar.ics', {
    auth: 'live',
    summary: 'Download a booking for the calendar',
    description:
      'Returns the journey of a confirmed booking as an iCalendar file, for its passenger and ' +
      'its driver. Each change raises its SEQUENCE; a cancelled booking has STATUS:CANCELLED.',
    params: bookingParams,
    ...rawAnswer,
    errors: ['booking_not_found', 'ticket_not_confirmed', 'ticket_revoked'],
  }),
}
