import { z } from 'zod'
import { BookingAnswer, BookingView, bookerErrors, Ticket } from './booking-view.ts'
import { Id, Instant, inputText, Pesos, PesosSum, pageNumber, StopId } from './common.ts'
import type { ErrorCode } from './errors.ts'
import { SEATS_MAX } from './limits.ts'
import { get, post } from './route.ts'
import { PaymentMode, seatErrors } from './trips.ts'

/** Our own limit: each declaration and each undoing notifies the driver. */
const aboardLimit = { max: 20, windowSeconds: 600, by: 'user' } as const

const segmentErrors = [
  'booking_not_found',
  'segment_not_changeable',
  'aboard_said',
  'stop_not_found',
  'stops_out_of_order',
  'stop_not_offered',
  'payment_mode_not_offered',
  'trip_departed',
  'request_too_late',
  'trip_not_bookable',
  'seats_unavailable',
] as const satisfies readonly ErrorCode[]

export const bookings = {
  book: post('/trips/:tripId/bookings', {
    auth: 'live',
    summary: 'Book seats',
    description:
      "Books seats of a part of a trip: the fare is held in the passenger's wallet, or the " +
      "commission in the driver's when it is paid in cash. With the same `Idempotency-Key` it " +
      'is the same booking, or the same refusal.',
    body: z.strictObject({
      fromStopId: StopId,
      toStopId: StopId,
      seats: z.int().min(1).max(SEATS_MAX).default(1),
      paymentMode: PaymentMode.default('billetera'),
      /** Total that the person saw; the booking is refused when the price has changed. */
      expectedPrice: Pesos.optional(),
      /** Seats kept earlier; the booking uses them when they match. */
      keepId: Id.optional(),
      /** SafePoints for boarding and leaving where the driver chose none; absent: to be agreed. */
      fromPointId: Id.optional(),
      toPointId: Id.optional(),
      /** Deadline of a request as the person read it; kept if it is at most an hour early. */
      answerUntil: Instant.optional(),
    }),
    ok: BookingAnswer,
    status: 201,
    // A repeat may leave these out, or send newer values.
    idempotent: { except: ['keepId', 'answerUntil'] },
    checkedInCall: true,
    // Our own limit: no person books so often by hand.
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: [
      ...seatErrors,
      'safe_point_not_found',
      'point_not_offered',
      ...bookerErrors,
      'driver_balance_low',
      'keep_not_found',
    ],
  }),
  terms: get('/trips/:tripId/booking-terms', {
    auth: 'live',
    summary: 'Show what cancelling a new booking would cost',
    description:
      'Returns how often the signed-in person may still return seats of this trip at no cost.',
    ok: z.object({ freeReturnsLeft: z.int() }),
    errors: ['trip_not_found'],
  }),
  list: get('/bookings', {
    auth: 'live',
    summary: "List one's bookings as a passenger",
    description: "Returns a page of the signed-in person's bookings as a passenger, 20 each.",
    query: z.strictObject({
      page: pageNumber,
      scope: z.enum(['upcoming', 'past', 'all']).default('all'),
    }),
    ok: z.object({ bookings: z.array(BookingView), totalPages: z.int() }),
  }),
  show: get('/bookings/:bookingId', {
    auth: 'live',
    summary: 'Show a booking',
    description:
      'Returns a booking, for its passenger or driver; `can` says what the caller may do next.',
    ok: BookingAnswer,
    errors: ['booking_not_found'],
  }),
  ticket: get('/bookings/:bookingId/ticket', {
    auth: 'live',
    summary: 'Show the ticket of a booking',
    description: 'Returns a ticket: signed QR and six-character code, the same text each time.',
    ok: Ticket,
    errors: ['booking_not_found', 'ticket_not_confirmed', 'ticket_revoked', 'booking_in_dispute'],
  }),
  accept: post('/bookings/:bookingId/accept', {
    auth: 'live',
    summary: 'Accept a booking request',
    description:
      'The driver accepts a request: the seats are confirmed and the ticket works. When it is ' +
      "paid in cash, Cupo's commission is held in the driver's wallet now.",
    body: z.strictObject({}),
    ok: BookingAnswer,
    errors: ['booking_not_found', 'booking_not_pending', 'trip_departed', 'driver_balance_low'],
  }),
  reject: post('/bookings/:bookingId/reject', {
    auth: 'live',
    summary: 'Reject a booking request',
    description: 'The driver rejects a request; the held money returns to the passenger.',
    body: z.strictObject({}),
    ok: BookingAnswer,
    errors: ['booking_not_found', 'booking_not_pending'],
  }),
  cancel: post('/bookings/:bookingId/cancel', {
    auth: 'live',
    summary: 'Cancel a booking',
    description:
      'Cancels a booking as its passenger or driver, with the refund of the cancellation ' +
      'table. A repeat by the same party answers the booking as it is; a refund below ' +
      '`expectedRefund` is refused.',
    /** Refund that the person saw; the cancellation is refused when the refund is lower now. */
    body: z.strictObject({ expectedRefund: PesosSum.min(0).optional() }),
    ok: BookingAnswer,
    checkedInCall: true,
    // Our own limit, the same as for booking.
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: ['booking_not_found', 'booking_not_cancellable', 'aboard_said', 'price_changed'],
  }),
  giveBack: post('/bookings/:bookingId/give-back', {
    auth: 'live',
    summary: 'Give back some seats of a booking',
    description:
      'The passenger gives back some of the seats before the pick-up, each with the refund of ' +
      'the cancellation table. They become a cancelled booking with a receipt of its own; what ' +
      'stays has a new ticket. A refund below `expectedRefund` is refused.',
    body: z.strictObject({
      /** How many leave; all of them: cancel the booking. */
      seats: z.int().min(1).max(SEATS_MAX),
      expectedRefund: PesosSum.min(0).optional(),
    }),
    ok: BookingAnswer.extend({
      returned: z.object({
        /** The cancelled booking of the seats that left. */
        partId: Id,
        /** Pesos; null where Cupo held no fare. */
        refunded: PesosSum.nullable(),
      }),
    }),
    idempotent: true,
    // Our own limit, the same as for booking.
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: [
      'booking_not_found',
      'booking_not_cancellable',
      'aboard_said',
      'trip_departed',
      'seats_not_returnable',
      'price_changed',
    ],
  }),
  acceptChange: post('/bookings/:bookingId/accept-change', {
    auth: 'live',
    summary: 'Say that the moved hour suits',
    description:
      'The passenger says that the hour to which the driver moved the trip suits them; the ' +
      'driver sees it. Leaving stays as free as it was. Another move asks again. Safe to repeat.',
    body: z.strictObject({ at: Instant }),
    ok: BookingAnswer,
    errors: ['booking_not_found', 'trip_change_over'],
  }),
  claimNoShow: post('/bookings/:bookingId/no-show', {
    auth: 'live',
    summary: 'Record that the passenger did not come',
    description:
      'The driver records that the passenger did not come, from 15 minutes after the pick-up ' +
      'time. The passenger has 24 hours to object before the money moves.',
    body: z.strictObject({}),
    ok: BookingAnswer,
    errors: [
      'booking_not_found',
      'no_show_too_early',
      'connection_pending',
      'booking_not_waiting',
      'aboard_said',
    ],
  }),
  forTrip: get('/trips/:tripId/bookings', {
    auth: 'live',
    summary: "List the bookings of one's trip",
    description: "Returns all bookings of the driver's own trip.",
    ok: z.object({ bookings: z.array(BookingView) }),
    errors: ['trip_not_found'],
  }),
  checkIn: post('/trips/:tripId/check-in', {
    auth: 'live',
    summary: 'Register a passenger by QR or code',
    description:
      'The driver registers a passenger by QR or code, which pays the fare less commission. ' +
      'Of parallel calls for one ticket exactly one succeeds.',
    body: z.union([
      z.strictObject({ ticket: inputText().min(1).max(400) }),
      z.strictObject({ code: inputText().trim().min(6).max(40) }),
    ]),
    ok: BookingAnswer,
    checkedInCall: true,
    // At this rate, guessing a code takes centuries.
    limit: { max: 600, windowSeconds: 600, by: 'user' },
    errors: [
      'trip_not_found',
      'ticket_invalid',
      'ticket_other_trip',
      'ticket_used',
      'ticket_revoked',
      'ticket_not_confirmed',
      'booking_in_dispute',
      'check_in_too_early',
    ],
  }),
  boardByName: post('/trips/:tripId/check-in/name', {
    auth: 'live',
    summary: 'Register a passenger whose phone is off',
    description:
      'The driver registers a passenger without a ticket at the point where the arrival was ' +
      'recorded, by first name and the last four characters of a verified document. Five tries ' +
      'and two passengers per trip; a refusal does not say what was wrong. Safe to repeat.',
    body: z.strictObject({
      firstName: inputText().trim().min(1).max(80),
      lastFour: inputText().trim().length(4),
    }),
    ok: BookingAnswer,
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: ['trip_not_found', 'name_before_arrival', 'name_not_matched', 'name_boarding_closed'],
  }),
  sayAboard: post('/bookings/:bookingId/aboard', {
    auth: 'live',
    summary: 'Say that one is on board',
    description:
      'The passenger says to be on board, from 15 minutes before the pick-up or once the driver ' +
      'recorded the arrival there. It pays as a scan does, 10 minutes later, unless it is undone ' +
      'or scanned before. Safe to repeat.',
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
  undoAboard: post('/bookings/:bookingId/aboard/undo', {
    auth: 'live',
    summary: 'Take back having said to be on board',
    description:
      'The passenger takes back having said to be on board, before it is paid. Everything is ' +
      'possible again, and the driver is told. Safe to repeat.',
    body: z.strictObject({}),
    ok: BookingAnswer,
    limit: aboardLimit,
    errors: ['booking_not_found', 'aboard_not_undoable'],
  }),
  changeMeeting: post('/bookings/:bookingId/meeting', {
    auth: 'live',
    summary: 'Change the meeting point of a booking',
    description:
      'Passenger or driver choose where this passenger meets the car, until the pick-up, at ' +
      'stops without a point of the driver for everybody. The other one is told by mail. A ' +
      'passenger whose point the driver replaces alone may leave at no cost.',
    /** Ids of SafePoints; null: to be agreed. */
    body: z.strictObject({ fromPointId: Id.nullable(), toPointId: Id.nullable() }),
    ok: BookingAnswer,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: [
      'booking_not_found',
      'booking_not_waiting',
      'safe_point_not_found',
      'point_not_offered',
    ],
  }),
  previewSegment: get('/bookings/:bookingId/segment', {
    auth: 'live',
    summary: 'Preview another part of the trip',
    description:
      'Returns what changing the part of the trip would do, with the refusals of the change ' +
      'itself; nothing is written. Only for the passenger.',
    query: z.strictObject({ from: StopId, to: StopId }),
    ok: z.object({
      /** What the passenger pays for all the seats. */
      price: Pesos,
      /** New price minus current price: a positive amount is held, a negative one is returned. */
      difference: PesosSum,
      /** Part of a return that goes on to the guarantee fund; absent for none. */
      coverBack: PesosSum.optional(),
      getsOnAt: Instant,
      getsOffAt: Instant,
    }),
    errors: segmentErrors,
  }),
  changeSegment: post('/bookings/:bookingId/segment', {
    auth: 'live',
    summary: 'Change the part of the trip of a booking',
    description:
      'The passenger rides another part of the same trip: seats, price, held money and ticket ' +
      'change together, or nothing does. Both are told. A repeat answers the booking as it is.',
    body: z.strictObject({
      fromStopId: StopId,
      toStopId: StopId,
      /** Price that the person saw; the change is refused when the price has changed. */
      expectedPrice: Pesos.optional(),
    }),
    ok: BookingAnswer,
    limit: { max: 20, windowSeconds: 3600, by: 'user' },
    errors: [
      ...segmentErrors,
      'price_changed',
      'overlapping_booking',
      'insufficient_funds',
      'driver_balance_low',
    ],
  }),
}
