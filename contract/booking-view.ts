import { z } from 'zod'
import { Id, Instant, Pesos, PesosSum, PlaceId, StopId } from './common.ts'
import { BookingParty } from './profiles.ts'
import { PaymentMode, StopPoint } from './trips.ts'

/** Errors that refuse a booking for the person who books and their money. */
export const bookerErrors = [
  'email_unconfirmed',
  'profile_incomplete',
  'debt_open',
  'too_many_open_bookings',
  'returns_limit',
  'insufficient_funds',
] as const

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
 * State of a booking, finer than `status`: claims of the two people and decisions about them have
 * their own states. docs/booking-states.md explains each state.
 */
export const BookingState = z.enum([
  'requested',
  'confirmed',
  'change_missed',
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

/**
 * Where a booking's money is for its driver. `asked`: the driver has not accepted. `to_come`: it is
 * paid when the passenger boards. `in_question`: the passenger was absent or objects, and nobody
 * has decided. `earned`: decided or paid, also when the result is zero.
 */
export const MoneyPart = z.enum(['asked', 'to_come', 'in_question', 'earned'])
export type MoneyPart = z.infer<typeof MoneyPart>

/** When the passenger declared to be aboard, and when the fare is paid unless undone. */
export const AboardSaid = z.object({ saidAt: Instant, postsAt: Instant })
export type AboardSaid = z.infer<typeof AboardSaid>

const BookingStop = z.object({
  id: StopId,
  placeId: PlaceId,
  name: z.string(),
  department: z.string(),
  at: Instant,
  /** Point chosen by the driver, or else by the passenger; null: to be agreed. */
  point: StopPoint.nullable(),
})

export const BookingConnection = z.object({
  id: Id,
  part: z.union([z.literal(1), z.literal(2)]),
  /** Null for a driver, who knows nothing of the other car. */
  otherBookingId: Id.nullable(),
  /** Whether the passenger still has to board the other car; absent for a driver. */
  otherOpen: z.boolean().optional(),
  /** Place where the second car ends; only of the first car, for its passenger. */
  endsIn: z.string().optional(),
  changeAt: z.object({ placeId: PlaceId, name: z.string(), point: StopPoint.nullable() }),
  /** Planned arrival of the first car and departure of the second. */
  arrivesAt: Instant,
  departsAt: Instant,
  /** Arrival of the first car as the road stands; null before it starts. */
  expectedAt: Instant.nullable(),
  changeMinutes: z.int(),
  /** When the other part failed, or was missed: whoever does not board pays nothing. */
  brokenAt: Instant.nullable(),
  maySayMissed: z.boolean(),
})
export type BookingConnection = z.infer<typeof BookingConnection>

export const BookingView = z.object({
  id: Id,
  tripId: Id,
  status: BookingStatus,
  state: BookingState,
  /** Whether Cupo ended the booking, and neither passenger nor driver. */
  endedByCupo: z.boolean().optional(),
  /** What freed the seat of a passenger who left, or whose seat was released; absent: nothing. */
  leftBecause: z.enum(['other_car', 'moved_hours', 'driver_late']).optional(),
  /** Why the whole trip was cancelled, in the words of who cancelled it; only for its passenger. */
  cancelReason: z.string().optional(),
  from: BookingStop,
  to: BookingStop,
  seats: z.int(),
  /** What the passenger pays for all the seats. */
  price: Pesos,
  paymentMode: PaymentMode,
  createdAt: Instant,
  confirmedAt: Instant.nullable(),
  /** When the passenger declared to be aboard; null when undone. */
  aboardSaidAt: Instant.nullable(),
  /** When the fare is paid after that declaration; null once it cannot be undone. */
  aboardPostsAt: Instant.nullable(),
  /** First instant at which the passenger can declare to be aboard. */
  aboardFrom: Instant,
  /** When the passenger was registered aboard; null also when the trip only ended by time. */
  boardedAt: Instant.nullable(),
  /** When the car reaches the drop-off: the plan, moved by the delay at the driver's last press. */
  expectedAt: Instant,
  /** When the car reached the drop-off, as the driver recorded it. */
  arrivedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  /** Deadline for the driver to answer the request. */
  expiresAt: Instant.nullable(),
  viewer: z.enum(['passenger', 'driver']),
  driver: BookingParty,
  passenger: BookingParty,
  vehicle: z.object({
    brand: z.string(),
    model: z.string(),
    color: z.string(),
    /** Null until the booking is confirmed. */
    plate: z.string().nullable(),
  }),
  can: z.object({
    cancel: z.boolean(),
    accept: z.boolean(),
    reject: z.boolean(),
    showTicket: z.boolean(),
    /** Declare to be aboard; the fare is paid some minutes later. */
    sayAboard: z.boolean(),
    undoAboard: z.boolean(),
    /** Claim, as driver, that the passenger did not come. */
    claimNoShow: z.boolean(),
    /** Choose the meeting point at stops where the driver left it open. */
    changeMeeting: z.boolean(),
    changeSegment: z.boolean(),
    /** Dispute the driver's no-show claim. */
    dispute: z.boolean(),
    /** Claim, as passenger, that the driver did not come. */
    object: z.boolean(),
    /** Deny, as passenger, having travelled after being registered aboard. */
    deny: z.boolean(),
    /** Cancel with a full refund because the driver is late. */
    leaveLate: z.boolean(),
  }),
  /** The driver's claim that the passenger did not come. */
  noShow: z
    .object({
      claimedAt: Instant,
      /** Deadline for the passenger to dispute the claim. */
      disputeUntil: Instant,
      disputedAt: Instant.nullable(),
      /** Whether the claim was decided; until then the money stays held. */
      decided: z.boolean(),
    })
    .nullable(),
  /** The passenger's claim that the driver did not come, made or still possible. */
  objection: z
    .object({
      /** Deadline for making the claim. */
      until: Instant,
      /** When the driver recorded the arrival at that stop, or at a later one. */
      arrivalRecordedAt: Instant.nullable(),
      openedAt: Instant.nullable(),
      /** Whether the claim was decided; until then the money stays held. */
      decided: z.boolean(),
      /** The claim is that the first car came too late for this one. */
      ofChange: z.boolean().optional(),
    })
    .nullable(),
  /** The passenger's denial of having boarded, made or possible; null without a scan or code. */
  denial: z
    .object({
      /** Deadline for the denial; the driver cannot withdraw the fare earlier. */
      until: Instant,
      openedAt: Instant.nullable(),
      decided: z.boolean(),
    })
    .nullable(),
  /** Pesos returned to the passenger's wallet if cancelled at this moment. */
  refundIfCancelledNow: PesosSum,
  /** Part of it that goes on to the guarantee fund, which had paid it; absent for none. */
  coverBack: PesosSum.optional(),
  /** Pesos returned if 1, 2, … but not all of the seats are given back now; empty: not possible. */
  refundPerSeats: z.array(PesosSum),
  /** Part of each of these that goes on to the guarantee fund; absent for none. */
  coverBackPerSeats: z.array(PesosSum).optional(),
  /** The booking that these seats belonged to until they were given back; null for all others. */
  partOf: Id.nullable(),
  /** The trip with one change of car of which this booking is a part; null for others. */
  connection: BookingConnection.nullable(),
  /** For the driver until boarding: the passenger comes from a trip whose driver failed. */
  rescued: z.boolean(),
  /** Last instant at which cancelling returns everything. */
  fullRefundUntil: Instant.nullable(),
  /** Free cancellations that the passenger still has on this trip; null: not computed. */
  freeReturnsLeft: z.int().nullable(),
  /** Change of the departure that the driver made after the booking. */
  tripChange: z
    .object({
      /** Pick-up time when the trip was booked. */
      agreedAt: Instant,
      changedAt: Instant,
      /** Whether the shift is large enough to cancel at no cost until the pick-up. */
      mayLeaveFree: z.boolean(),
      /** Whether the passenger has not answered yet if the moved hour suits them. */
      asks: z.boolean(),
      acceptedAt: Instant.nullable(),
    })
    .nullable(),
  /** Whether the driver changed a meeting point after the booking: leaving costs nothing. */
  meetingMoved: z.boolean(),
  /** Whether a driver moved the passenger's journeys onto each other: leaving either is free. */
  crosses: z.boolean(),
  /** Pause of the trip, and its deadline: then the trip is cancelled. Leaving costs nothing. */
  tripPause: z.object({ until: Instant }).nullable(),
  /** Pesos returned and pesos kept, once the booking is resolved. */
  refunded: PesosSum.nullable(),
  charged: PesosSum.nullable(),
  /** Pesos that the driver keeps after commission, paid in Cupo or directly; null: passenger. */
  driverEarns: PesosSum.nullable(),
  /** Where that money is; null for the passenger. */
  driverMoneyPart: MoneyPart.nullable(),
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

export const BookingAnswer = z.object({ booking: BookingView })
