import {
  ANSWER_HOURS,
  BOARDING_CLOSES_HOURS,
  BOARDING_OPENS_HOURS,
  DISPUTE_HOURS,
  LATE_AFTER_MINUTES,
  NO_SHOW_AFTER_MINUTES,
} from '#contract/booking-limits.ts'
import type { BookingStatus } from '#contract/bookings.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

/** A booking as it is stored; money in whole pesos for all its seats. */
export type Booking = {
  id: string
  tripId: string
  passengerId: string
  driverId: string
  fromSeq: number
  toSeq: number
  /** SafePoints that the passenger chose, at stops without one of the driver. */
  fromPointId: string | null
  toPointId: string | null
  seats: number
  farePesos: number
  /** Hundredths of a percent, as it was on the day of the booking. */
  commissionBp: number
  paymentMode: PaymentMode
  status: BookingStatus
  /** Pending transfer of the fare (billetera) or of the commission (directo). */
  holdId: string | null
  code: string
  /** Raised to make every ticket issued so far worthless. */
  generation: number
  picksUpAt: Date
  dropsOffAt: Date
  createdAt: Date
  expiresAt: Date | null
  confirmedAt: Date | null
  checkedInAt: Date | null
  checkedInBy: string | null
  /** When the driver said that nobody came. */
  noShowAt: Date | null
  /** When the passenger objected: to that word, or to a driver who did not come. */
  disputedAt: Date | null
  /** When the passenger said that they were registered aboard and did not travel. */
  deniedAt: Date | null
  closedAt: Date | null
  refundedPesos: number | null
  chargedPesos: number | null
  /** The pick-up as it was booked; null while the driver has not moved the trip. */
  agreedPickupAt: Date | null
  /** How far the driver moved it since, there and back alike. */
  movedMs: number
  tripChangedAt: Date | null
}

export type Party = 'passenger' | 'driver'

/** The driver answers a request within this time, or by departure. */
export const ANSWER_MS = ANSWER_HOURS * HOUR_MS
const BOARDING_OPENS_MS = BOARDING_OPENS_HOURS * HOUR_MS
export const BOARDING_CLOSES_MS = BOARDING_CLOSES_HOURS * HOUR_MS

/** The driver waits so long before saying that nobody came. */
export const NO_SHOW_AFTER_MS = NO_SHOW_AFTER_MINUTES * MINUTE_MS
/** The passenger may object to it so long; then the fare is the driver's. */
export const DISPUTE_MS = DISPUTE_HOURS * HOUR_MS
/** A driver later than this may be left at no cost. */
export const LATE_AFTER_MS = LATE_AFTER_MINUTES * MINUTE_MS

/** What a decision needs to know of others than the booking; read with it. */
export type Facts = {
  /** Somebody was seen to get on here or further on: the car was at this stop. */
  driverPassed: boolean
  /** When the driver first recorded an arrival here or further on; null: never. */
  driverArrivedAt: Date | null
  /** When a phone's accepted scan of this ticket reached us; null: none did. */
  scanHeardAt: Date | null
  /** Somebody of the team decided the dispute about this booking. */
  disputeDecided: boolean
  /** Seats of this trip that the same passenger returned before, by their own choice. */
  earlierReturns: number
  /** The driver said that the journey is over. */
  journeyFinished: boolean
}

/** Until when the driver may answer a request made now. */
export function answerDeadline(now: Date, picksUpAt: Date): Date {
  return new Date(Math.min(now.getTime() + ANSWER_MS, picksUpAt.getTime()))
}

/** When a ticket starts and stops being good. */
export function boardingWindow(booking: Pick<Booking, 'picksUpAt' | 'dropsOffAt'>): {
  from: Date
  until: Date
} {
  return {
    from: addMs(booking.picksUpAt, -BOARDING_OPENS_MS),
    until: addMs(booking.dropsOffAt, BOARDING_CLOSES_MS),
  }
}

/** Until when the passenger may object to the driver's word; from then on it stands. */
export function disputeUntil(booking: Pick<Booking, 'noShowAt'>): Date | undefined {
  return booking.noShowAt ? addMs(booking.noShowAt, DISPUTE_MS) : undefined
}

/**
 * Until when the passenger may say that they did not board: 24 h after the driver's scan or code
 * reached us, which without a network is later than it was made.
 */
export function denyUntil(booking: Booking, facts: Facts): Date | undefined {
  const { checkedInAt, checkedInBy } = booking
  if (!checkedInAt || (checkedInBy !== 'ticket' && checkedInBy !== 'code')) return undefined
  const heard = Math.max(checkedInAt.getTime(), facts.scanHeardAt?.getTime() ?? 0)
  return addMs(new Date(heard), DISPUTE_MS)
}

/** Whether the passenger travelled and has left the car: by the driver's word, or by time. */
export function hasArrived(
  { status, dropsOffAt }: Pick<Booking, 'status' | 'dropsOffAt'>,
  now: Date,
  { journeyFinished }: Pick<Facts, 'journeyFinished'>,
): boolean {
  if (status === 'completed') return true
  return status === 'checked_in' && (journeyFinished || now >= dropsOffAt)
}

/** The side of a person in a booking; undefined for everybody else. */
export function partyOf(
  booking: Pick<Booking, 'passengerId' | 'driverId'>,
  userId: string,
): Party | undefined {
  if (booking.passengerId === userId) return 'passenger'
  return booking.driverId === userId ? 'driver' : undefined
}
