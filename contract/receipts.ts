import { z } from 'zod'
import { Instant, inputText } from './common.ts'
import { del, get, post, rawAnswer } from './route.ts'

export const receipts = {
  pdf: get('/bookings/:bookingId/receipt', {
    auth: 'live',
    summary: 'Download the receipt of a booking as PDF',
    description:
      'Returns the receipt of a paid or finished booking as a PDF, for its passenger and its ' +
      'driver.',
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
    ...rawAnswer,
    errors: ['booking_not_found', 'ticket_not_confirmed', 'ticket_revoked'],
  }),
  calendarLink: get('/calendar-link', {
    auth: 'live',
    summary: "Show the link of one's calendar",
    description:
      'Tells since when the person has a link by which a calendar program reads their trips. ' +
      'The link itself is not stored, and shown only when it is made.',
    ok: z.object({ madeAt: Instant.nullable() }),
  }),
  makeCalendarLink: post('/calendar-link', {
    auth: 'live',
    summary: "Make the link of one's calendar",
    description:
      'Makes a link that shows the trips of the person, as passenger and as driver, to whoever ' +
      'has it. An earlier link stops working. Only this answer has the link.',
    body: z.strictObject({}),
    ok: z.object({ url: z.string(), madeAt: Instant }),
    limit: { max: 20, windowSeconds: 3_600, by: 'user' },
    errors: [],
  }),
  revokeCalendarLink: del('/calendar-link', {
    auth: 'live',
    summary: "Switch off the link of one's calendar",
    description: 'The link stops working at once. Safe to repeat.',
    ok: z.object({}),
    whenExpelled: true,
  }),
  feed: get('/calendar/:token/viajes.ics', {
    auth: 'public',
    summary: "Read a person's trips as a calendar",
    description:
      'Returns the trips of the owner of the link as an iCalendar file, for calendar programs. ' +
      'What was cancelled stays for 30 days with STATUS:CANCELLED. A wrong or revoked link and ' +
      'that of a suspended account answer the same.',
    params: z.strictObject({ token: inputText().max(100) }),
    ...rawAnswer,
    etag: true,
    limit: { max: 1200, windowSeconds: 600, by: 'ip' },
    errors: ['calendar_not_found'],
  }),
}
