import { z } from 'zod'
import { Id, Instant, Pesos, PesosSum, StopId } from './common.ts'
import { BookingParty } from './profiles.ts'
import { PaymentMode, StopPoint } from './trips.ts'

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
