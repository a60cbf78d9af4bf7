import {
  ABOARD_AHEAD_MINUTES,
  ABOARD_UNDO_MINUTES,
  ANSWER_HOURS,
  BOARDING_CLOSES_HOURS,
  BOARDING_OPENS_HOURS,
  DISPUTE_HOURS,
  LATE_AFTER_MINUTES,
  NO_SHOW_AFTER_MINUTES,
} from '#contract/booking-limits.ts'
import type { BookingStatus } from '#contract/booking-view.ts'
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
  /** SafePoints chosen by the passenger, at stops where the driver chose none. */
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
  /** Incremented to revoke every ticket issued so far. */
  generation: number
  picksUpAt: Date
  dropsOffAt: Date
  createdAt: Date
  expiresAt: Date | null
  confirmedAt: Date | null
  /** When the passenger said to be aboard, unless it was undone. */
  aboardSaidAt: Date | null
  checkedInAt: Date | null
  checkedInBy: string | null
  /** When the driver claimed a no-show. */
  noShowAt: Date | null
  /** When the passenger disputed the no-show, or said that the driver did not come. */
  disputedAt: Date | null
  /** When the passenger denied a check-in. */
  deniedAt: Date | null
  closedAt: Date | null
  refundedPesos: number | null
  chargedPesos: number | null
  /** The pick-up as it was booked; null while the driver has not moved the trip. */
  agreedPickupAt: Date | null
  /** Sum of all moves of the pick-up since then, forth and back, ms. */
  movedMs: number
  tripChangedAt: Date | null
  /** The 24 hours of a full refund count from so much before the pick-up, ms. */
  refundAheadMs: number
}

export type Party = 'passenger' | 'driver'

/** The driver answers a request within this time, or by departure. */
export const ANSWER_MS = ANSWER_HOURS * HOUR_MS
const BOARDING_OPENS_MS = BOARDING_OPENS_HOURS * HOUR_MS
export const BOARDING_CLOSES_MS = BOARDING_CLOSES_HOURS * HOUR_MS

/** So long what the passenger said can be undone; then it is paid. */
export const ABOARD_UNDO_MS = ABOARD_UNDO_MINUTES * MINUTE_MS

/** From so long after the pick-up the driver may claim a no-show. */
export const NO_SHOW_AFTER_MS = NO_SHOW_AFTER_MINUTES * MINUTE_MS
/** So long the passenger may dispute it; then the fare is the driver's. */
export const DISPUTE_MS = DISPUTE_HOURS * HOUR_MS
/** A driver later than this may be left at no cost. */
export const LATE_AFTER_MS = LATE_AFTER_MINUTES * MINUTE_MS

/** What decisions need from other rows, read together with the booking. */
export type Facts = {
  /** Somebody checked in at this stop or a later one: the car was here. */
  driverPassed: boolean
  /** When the driver first recorded an arrival at this stop or a later one; null: never. */
  driverArrivedAt: Date | null
  /** When an accepted scan of this ticket reached the server; null: none did. */
  scanHeardAt: Date | null
  /** Somebody of the team decided the dispute about this booking. */
  disputeDecided: boolean
  /** Earlier bookings of this trip that the same passenger cancelled by choice. */
  earlierReturns: number
  /** The driver finished the journey. */
  journeyFinished: boolean
  /** When the car reached the drop-off, or the driver finished; null: not recorded. */
  arrivedAt: Date | null
  /** Since when the trip is paused; null: it is not. */
  tripPausedAt: Date | null
}

/** Until when the driver may answer a request made now. */
export function answerDeadline(now: Date, picksUpAt: Date): Date {
  return new Date(Math.min(now.getTime() + ANSWER_MS, picksUpAt.getTime()))
}

/** From and until when a ticket boards. */
export function boardingWindow(booking: Pick<Booking, 'picksUpAt' | 'dropsOffAt'>): {
  from: Date
  until: Date
} {
  return {
    from: addMs(booking.picksUpAt, -BOARDING_OPENS_MS),
    until: addMs(booking.dropsOffAt, BOARDING_CLOSES_MS),
  }
}

/** From when the passenger may say to be aboard: near the pick-up, or once the car was there. */
export function aboardFrom(
  { picksUpAt }: Pick<Booking, 'picksUpAt'>,
  { driverArrivedAt }: Pick<Facts, 'driverArrivedAt'>,
): Date {
  const near = addMs(picksUpAt, -ABOARD_AHEAD_MINUTES * MINUTE_MS)
  return driverArrivedAt && driverArrivedAt < near ? driverArrivedAt : near
}

/** When the passenger's word is paid, unless it is undone before; undefined when not said. */
export function aboardPostsAt({ aboardSaidAt }: Pick<Booking, 'aboardSaidAt'>): Date | undefined {
  return aboardSaidAt ? addMs(aboardSaidAt, ABOARD_UNDO_MS) : undefined
}

/** Until when the passenger may dispute a no-show; undefined without one. */
export function disputeUntil(booking: Pick<Booking, 'noShowAt'>): Date | undefined {
  return booking.noShowAt ? addMs(booking.noShowAt, DISPUTE_MS) : undefined
}

/**
 * Until when the passenger may deny the check-in: 24 h after the scan or code reached the server,
 * which for an offline scan is later than the scan. Undefined when there is nothing to deny.
 */
export function denyUntil(booking: Booking, facts: Facts): Date | undefined {
  const { checkedInAt, checkedInBy } = booking
  if (!checkedInAt || (checkedInBy !== 'ticket' && checkedInBy !== 'code')) return undefined
  const heard = Math.max(checkedInAt.getTime(), facts.scanHeardAt?.getTime() ?? 0)
  return addMs(new Date(heard), DISPUTE_MS)
}

/** Whether the passenger has arrived: the driver finished, or the planned drop-off has passed. */
export function hasArrived(
  { status, dropsOffAt }: Pick<Booking, 'status' | 'dropsOffAt'>,
  now: Date,
  { journeyFinished }: Pick<Facts, 'journeyFinished'>,
): boolean {
  if (status === 'completed') return true
  return status === 'checked_in' && (journeyFinished || now >= dropsOffAt)
}

/** The rows that an act on a booking locks: its trip, and the people with their wallets. */
export function partsOf(
  booking: Pick<Booking, 'tripId' | 'passengerId' | 'driverId'>,
): readonly string[] {
  return [booking.tripId, booking.passengerId, booking.driverId]
}

/** The side of a person in a booking; undefined for everybody else. */
export function partyOf(
  booking: Pick<Booking, 'passengerId' | 'driverId'>,
  userId: string,
): Party | undefined {
  if (booking.passengerId === userId) return 'passenger'
  return booking.driverId === userId ? 'driver' : undefined
}
