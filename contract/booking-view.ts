import { z } from 'zod'
import { Id, Instant, inputText, Pesos, PesosSum, queryInt, StopId } from './common.ts'
import { SEATS_MAX } from './limits.ts'
import { BookingParty } from './profiles.ts'
import { route } from './route.ts'
import { PaymentMode, StopPoint, seatErrors } from './trips.ts'

export const BookingStatus = z.enum([
  'requested',
  'confirmed',
  'rejected',
  'expired',
  'checked_in',
  'completed',
  'cancelled_by_passenger',
  'cancelled_by_driver',
  'no_show',
  'trip_cancelled',
])
export type BookingStatus = z.infer<typeof BookingStatus>

/**
 * Where a booking stands, finer than `status`: what two people say of each other and what was
 * decided is a state of its own. docs/booking-states.md says what each means.
 */
export const BookingState = z.enum([
  'requested',
  'confirmed',
  'aboard_said',
  'driver_absent',
  'checked_in',
  'arrived',
  'checked_in_denied',
  'checked_in_upheld',
  'completed',
  'completed_denied',
  'completed_upheld',
  'no_show_claimed',
  'no_show_disputed',
  'no_show',
  'rejected',
  'expired',
  'cancelled_by_passenger',
  'cancelled_by_driver',
  'decided_for_passenger',
  'trip_cancelled',
])
export type BookingState = z.infer<typeof BookingState>

/** The passenger's word to be aboard while it can be undone: when said, and when it is paid. */
export const AboardSaid = z.object({ saidAt: Instant, postsAt: Instant })
export type AboardSaid = z.infer<typeof AboardSaid>

const BookingStop = z.object({
  id: StopId,
  name: z.string(),
  department: z.string(),
  at: Instant,
  /** The driver's, or else the passenger's own choice; null: to be agreed. */
  point: StopPoint.nullable(),
})

export const BookingView = z.object({
  id: Id,
  tripId: Id,
  status: BookingStatus,
  state: BookingState,
  /** Travelled, and out of the car: the driver ended the journey, or its time is over. */
  arrived: z.boolean(),
  from: BookingStop,
  to: BookingStop,
  seats: z.int(),
  /** What the passenger pays for all the seats. */
  price: Pesos,
  paymentMode: PaymentMode,
  createdAt: Instant,
  confirmedAt: Instant.nullable(),
  /** When the passenger said to be aboard, unless undone. */
  aboardSaidAt: Instant.nullable(),
  /** When what was said is paid, while it can be undone. */
  aboardPostsAt: Instant.nullable(),
  /** From when the passenger may say it. */
  aboardFrom: Instant,
  /** When the passenger was registered aboard; null also when only time passed. */
  boardedAt: Instant.nullable(),
  /** When the car reached the drop-off, as the driver recorded it. */
  arrivedAt: Instant.nullable(),
  /** When the booking ended. */
  closedAt: Instant.nullable(),
  /** Until when the driver may answer a request. */
  expiresAt: Instant.nullable(),
  viewer: z.enum(['passenger', 'driver']),
  driver: BookingParty,
  passenger: BookingParty,
  vehicle: z.object({
    brand: z.string(),
    model: z.string(),
    color: z.string(),
    /** Once confirmed. */
    plate: z.string().nullable(),
  }),
  can: z.object({
    cancel: z.boolean(),
    accept: z.boolean(),
    reject: z.boolean(),
    showTicket: z.boolean(),
    /** The passenger says to be aboard, which is paid some minutes later. */
    sayAboard: z.boolean(),
    undoAboard: z.boolean(),
    /** The driver says that the passenger did not come. */
    claimNoShow: z.boolean(),
    /** Where this passenger meets the car, at stops that the driver left open. */
    changeMeeting: z.boolean(),
    /** The passenger rides another part of the trip instead. */
    changeSegment: z.boolean(),
    /** The passenger says that it was not so. */
    dispute: z.boolean(),
    /** The passenger says that the driver did not come. */
    object: z.boolean(),
    /** The passenger says that they were registered aboard and did not travel. */
    deny: z.boolean(),
    /** The driver is late: cancelling returns everything. */
    leaveLate: z.boolean(),
  }),
  /** The driver's word that the passenger did not come. */
  noShow: z
    .object({
      claimedAt: Instant,
      /** Until when the passenger may object. */
      disputeUntil: Instant,
      disputedAt: Instant.nullable(),
      /** Money stays held until it is decided. */
      decided: z.boolean(),
    })
    .nullable(),
  /** The passenger's word that the driver did not come, given or still possible. */
  objection: z
    .object({
      /** Until when it may be given. */
      until: Instant,
      /** When the driver recorded having been at the stop, or at a later one. */
      arrivalRecordedAt: Instant.nullable(),
      openedAt: Instant.nullable(),
      /** Money stays held until it is decided. */
      decided: z.boolean(),
    })
    .nullable(),
  /** The passenger's word that they did not board, given or possible; null: not by scan or code. */
  denial: z
    .object({
      /** Until when it may be given; the driver cannot withdraw what was paid before. */
      until: Instant,
      openedAt: Instant.nullable(),
      decided: z.boolean(),
    })
    .nullable(),
  /** Pesos returned to the passenger's wallet if cancelled at this moment. */
  refundIfCancelledNow: PesosSum,
  /** Until when cancelling returns everything. */
  fullRefundUntil: Instant.nullable(),
  /** How often the passenger may still return seats of this trip at no cost; null: not asked. */
  freeReturnsLeft: z.int().nullable(),
  /** The driver moved the trip after it was booked. */
  tripChange: z
    .object({
      /** The pick-up as it was booked. */
      agreedAt: Instant,
      changedAt: Instant,
      /** Far enough: leaving costs nothing until the pick-up. */
      mayLeaveFree: z.boolean(),
    })
    .nullable(),
  /** The trip is paused: until when it is decided, or else cancelled. Leaving costs nothing. */
  tripPause: z.object({ until: Instant }).nullable(),
  /** What was returned and what was kept, once resolved. */
  refunded: PesosSum.nullable(),
  charged: PesosSum.nullable(),
  /** For the driver: what reaches the wallet after commission. */
  driverEarns: PesosSum.nullable(),
})
export type BookingView = z.infer<typeof BookingView>

export const Ticket = z.object({
  bookingId: Id,
  tripId: Id,
  /** Signed token, shown as QR. */
  qr: z.string(),
  /** Six characters, typed when the camera does not work. */
  code: z.string(),
  status: BookingStatus,
  validFrom: Instant,
  validUntil: Instant,
})

/** `details` of `overlapping_booking`: what the person has at that time. */
export const Overlap = z.object({
  /** A seat they booked, or a trip they drive. */
  kind: z.enum(['booking', 'trip']),
  id: Id,
  tripId: Id,
  /** `Bogotá → Cali`. */
  route: z.string(),
  at: Instant,
})
export type Overlap = z.infer<typeof Overlap>

export const bookingParams = z.strictObject({ bookingId: Id })
export const BookingAnswer = z.object({ booking: BookingView })

export const bookings = {
  book: route({
    method: 'POST',
    path: '/trips/:tripId/bookings',
    auth: 'live',
    summary: 'Reservar cupos de un tramo',
    description:
      "Books seats of a part of a trip: the fare is held in the passenger's wallet, or the " +
      "commission in the driver's when it is paid in cash. With the same `Idempotency-Key` it " +
      'is the same booking, or the same refusal.',
    params: z.strictObject({ tripId: Id }),
    body: z.strictObject({
      fromStopId: StopId,
      toStopId: StopId,
      seats: z.int().min(1).max(SEATS_MAX).default(1),
      paymentMode: PaymentMode.default('billetera'),
      /** The total the person saw; if it is no longer true the booking is refused. */
      expectedPrice: Pesos.optional(),
      /** Seats kept before: if they are these ones, the booking takes no others. */
      keepId: Id.optional(),
      /** SafePoints to get on and off at, where the driver chose none; absent: to be agreed. */
      fromPointId: Id.optional(),
      toPointId: Id.optional(),
    }),
    ok: BookingAnswer,
    status: 201,
    idempotent: true,
    checkedInCall: true,
    // Our own limit: nobody books so often by hand.
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: [
      ...seatErrors,
      'safe_point_not_found',
      'point_not_offered',
      'email_unconfirmed',
      'profile_incomplete',
      'debt_open',
      'too_many_open_bookings',
      'returns_limit',
      'insufficient_funds',
      'driver_balance_low',
    ],
  }),
  terms: route({
    method: 'GET',
    path: '/trips/:tripId/booking-terms',
    auth: 'live',
    summary: 'Qué me costaría cancelar una reserva nueva en este viaje',
    description: 'How often the signed-in person may still return seats of this trip at no cost.',
    params: z.strictObject({ tripId: Id }),
    ok: z.object({
      /** How often I may still return seats of this trip at no cost. */
      freeReturnsLeft: z.int(),
    }),
    errors: ['trip_not_found'],
  }),
  list: route({
    method: 'GET',
    path: '/bookings',
    auth: 'live',
    summary: 'Mis reservas como pasajero',
    description: "A page of the signed-in person's bookings as a passenger, 20 each.",
    query: z.strictObject({
      page: queryInt(1, 10_000).optional(),
      scope: z.enum(['upcoming', 'past', 'all']).default('all'),
    }),
    ok: z.object({ bookings: z.array(BookingView), totalPages: z.int() }),
    errors: [],
  }),
  show: route({
    method: 'GET',
    path: '/bookings/:bookingId',
    auth: 'live',
    summary: 'Una reserva mía o de mi viaje',
    description: 'A booking, for its passenger or driver; `can` says what the caller may do next.',
    params: bookingParams,
    ok: BookingAnswer,
    errors: ['booking_not_found'],
  }),
  ticket: route({
    method: 'GET',
    path: '/bookings/:bookingId/ticket',
    auth: 'live',
    summary: 'El tiquete de una reserva confirmada',
    description: 'A ticket: signed QR and six-character code, the same text each time.',
    params: bookingParams,
    ok: Ticket,
    errors: ['booking_not_found', 'ticket_not_confirmed', 'ticket_revoked', 'booking_in_dispute'],
  }),
  accept: route({
    method: 'POST',
    path: '/bookings/:bookingId/accept',
    auth: 'live',
    summary: 'Aceptar una solicitud',
    description:
      'The driver accepts a request: the seats are confirmed and the ticket works. When it is ' +
      "paid in cash, Cupo's commission is held in the driver's wallet now.",
    params: bookingParams,
    body: z.strictObject({}),
    ok: BookingAnswer,
    errors: ['booking_not_found', 'booking_not_pending', 'trip_departed', 'driver_balance_low'],
  }),
  reject: route({
    method: 'POST',
    path: '/bookings/:bookingId/reject',
    auth: 'live',
    summary: 'Rechazar una solicitud; el dinero vuelve al pasajero',
    description: 'The driver rejects a request; the held money returns to the passenger.',
    params: bookingParams,
    body: z.strictObject({}),
    ok: BookingAnswer,
    errors: ['booking_not_found', 'booking_not_pending'],
  }),
  cancel: route({
    method: 'POST',
    path: '/bookings/:bookingId/cancel',
    auth: 'live',
    summary: 'Cancelar una reserva (pasajero o conductor)',
    description:
      'Cancels a booking as its passenger or driver, with the refund of the cancellation ' +
      'table. A repeat by the same party answers the booking as it is; a refund below ' +
      '`expectedRefund` is refused.',
    params: bookingParams,
    body: z.strictObject({
      /** The refund the person saw; if it is lower now the cancellation is refused. */
      expectedRefund: PesosSum.min(0).optional(),
    }),
    ok: BookingAnswer,
    checkedInCall: true,
    // Our own limit, as for booking.
    limit: { max: 60, windowSeconds: 600, by: 'user' },
    errors: ['booking_not_found', 'booking_not_cancellable', 'aboard_said', 'price_changed'],
  }),
  claimNoShow: route({
    method: 'POST',
    path: '/bookings/:bookingId/no-show',
    auth: 'live',
    summary: 'El conductor registra que el pasajero no llegó (15 minutos después de la hora)',
    description:
      'The driver records that the passenger did not come, from 15 minutes after the pick-up ' +
      'time. The passenger has 24 hours to object before the money moves.',
    params: bookingParams,
    body: z.strictObject({}),
    ok: BookingAnswer,
    errors: ['booking_not_found', 'no_show_too_early', 'booking_not_waiting', 'aboard_said'],
  }),
  forTrip: route({
    method: 'GET',
    path: '/trips/:tripId/bookings',
    auth: 'live',
    summary: 'Los pasajeros de mi viaje',
    description: "All bookings of the driver's own trip.",
    params: z.strictObject({ tripId: Id }),
    ok: z.object({ bookings: z.array(BookingView) }),
    errors: ['trip_not_found'],
  }),
  checkIn: route({
    method: 'POST',
    path: '/trips/:tripId/check-in',
    auth: 'live',
    summary: 'Registrar la subida con el QR o el código',
    description:
      'The driver registers a passenger by QR or code, which pays the fare less commission. ' +
      'Of parallel calls for one ticket exactly one succeeds.',
    params: z.strictObject({ tripId: Id }),
    body: z.union([
      z.strictObject({ ticket: inputText().min(1).max(400) }),
      z.strictObject({ code: inputText().trim().min(6).max(10) }),
    ]),
    ok: BookingAnswer,
    checkedInCall: true,
    // Guessing a code at this rate would take centuries.
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
}
