// The states of a booking and their properties. Transitions: booking-transitions.ts.
// docs/booking-states.md is generated from both.

import type { BookingState, BookingStatus } from '#contract/booking-view.ts'
import { commissionOn } from '#contract/commission.ts'
import {
  aboardPostsAt,
  type Booking,
  boardingWindow,
  disputeUntil,
  type Facts,
  hasArrived,
} from './booking.ts'

export type StateRow = {
  /** Status as stored in the database. */
  status: BookingStatus
  says: string
  /** Whether the seats of the booking are taken. */
  seats: 'taken' | 'returned'
  /** Whether the passenger's ticket boards. */
  ticket: 'none' | 'good' | 'blocked' | 'used' | 'revoked'
  /** Set while a dispute is open, which somebody of the team decides. */
  review?: true
  /** Time when a job changes the booking. */
  due?: (booking: Dates) => Date | undefined
}

type Dates = Pick<Booking, 'expiresAt' | 'picksUpAt' | 'dropsOffAt' | 'noShowAt' | 'aboardSaidAt'>

const answered = ({ expiresAt, picksUpAt }: Dates) => expiresAt ?? picksUpAt
const travelled = (dates: Dates) => boardingWindow(dates).until

export const bookingStates: Record<BookingState, StateRow> = {
  requested: {
    status: 'requested',
    says: 'the driver has not answered yet',
    seats: 'taken',
    ticket: 'none',
    due: answered,
  },
  confirmed: {
    status: 'confirmed',
    says: 'agreed; the passenger will travel',
    seats: 'taken',
    ticket: 'good',
    due: travelled,
  },
  aboard_said: {
    status: 'confirmed',
    says: 'the passenger says to be aboard; it is paid unless they undo it in time',
    seats: 'taken',
    ticket: 'good',
    due: aboardPostsAt,
  },
  driver_absent: {
    status: 'confirmed',
    says: 'the passenger says that the driver did not come; somebody of the team decides',
    seats: 'taken',
    ticket: 'blocked',
    review: true,
  },
  checked_in: {
    status: 'checked_in',
    says: 'the passenger is in the car, and the fare is paid',
    seats: 'taken',
    ticket: 'used',
    due: travelled,
  },
  arrived: {
    status: 'checked_in',
    says: 'the passenger has left the car: the journey is over, or its time is',
    seats: 'taken',
    ticket: 'used',
    due: travelled,
  },
  checked_in_denied: {
    status: 'checked_in',
    says: 'the passenger says that they were registered aboard and did not travel',
    seats: 'taken',
    ticket: 'used',
    review: true,
    due: travelled,
  },
  checked_in_upheld: {
    status: 'checked_in',
    says: 'the team decided that the passenger did travel',
    seats: 'taken',
    ticket: 'used',
    due: travelled,
  },
  completed: {
    status: 'completed',
    says: 'the journey is over and paid',
    seats: 'taken',
    ticket: 'used',
  },
  completed_denied: {
    status: 'completed',
    says: 'over and paid, and the passenger says that they did not travel',
    seats: 'taken',
    ticket: 'used',
    review: true,
  },
  completed_upheld: {
    status: 'completed',
    says: 'the team decided for the driver: the journey counts as travelled',
    seats: 'taken',
    ticket: 'used',
  },
  no_show_claimed: {
    status: 'no_show',
    says: 'the driver says that the passenger did not come; the passenger may object',
    seats: 'taken',
    ticket: 'revoked',
    review: true,
    due: disputeUntil,
  },
  no_show_disputed: {
    status: 'no_show',
    says: 'the passenger objects to that; somebody of the team decides',
    seats: 'taken',
    ticket: 'revoked',
    review: true,
  },
  no_show: {
    status: 'no_show',
    says: 'the passenger did not come, for good',
    seats: 'taken',
    ticket: 'revoked',
  },
  rejected: {
    status: 'rejected',
    says: 'the driver declined the request',
    seats: 'returned',
    ticket: 'revoked',
  },
  expired: {
    status: 'expired',
    says: 'the driver did not answer the request in time',
    seats: 'returned',
    ticket: 'revoked',
  },
  cancelled_by_passenger: {
    status: 'cancelled_by_passenger',
    says: 'the passenger cancelled',
    seats: 'returned',
    ticket: 'revoked',
  },
  cancelled_by_driver: {
    status: 'cancelled_by_driver',
    says: 'the driver cancelled this booking',
    seats: 'returned',
    ticket: 'revoked',
  },
  decided_for_passenger: {
    status: 'cancelled_by_driver',
    says: 'the team decided for the passenger, who gets everything back',
    seats: 'returned',
    ticket: 'revoked',
  },
  trip_cancelled: {
    status: 'trip_cancelled',
    says: 'the driver cancelled the whole trip',
    seats: 'returned',
    ticket: 'revoked',
  },
}

type Stored = Pick<
  Booking,
  'status' | 'aboardSaidAt' | 'disputedAt' | 'deniedAt' | 'closedAt' | 'dropsOffAt' | 'noShowAt'
>

/**
 * Derives the state from the stored columns. Without facts a denial counts as undecided, and a
 * journey ends at the planned drop-off.
 */
export function stateOf(
  booking: Stored,
  now: Date,
  facts?: Pick<Facts, 'disputeDecided' | 'journeyFinished'>,
): BookingState {
  const { status, aboardSaidAt, disputedAt, deniedAt, closedAt } = booking
  const denied = deniedAt !== null && facts?.disputeDecided !== true
  const judged = disputedAt !== null || deniedAt !== null
  switch (status) {
    case 'confirmed':
      if (disputedAt) return 'driver_absent'
      return aboardSaidAt ? 'aboard_said' : status
    case 'checked_in':
      if (denied) return 'checked_in_denied'
      if (judged) return 'checked_in_upheld'
      return hasArrived(booking, now, facts ?? { journeyFinished: false }) ? 'arrived' : status
    case 'completed':
      if (denied) return 'completed_denied'
      return judged ? 'completed_upheld' : status
    case 'no_show':
      if (closedAt) return status
      return disputedAt ? 'no_show_disputed' : 'no_show_claimed'
    case 'cancelled_by_driver':
      return judged ? 'decided_for_passenger' : status
    default:
      return status
  }
}

/**
 * Returns when the passenger confirmed boarding and when the fare is paid; null when nothing can be
 * undone.
 */
export function aboardSaidOf(booking: Stored & Dates): { saidAt: string; postsAt: string } | null {
  const postsAt = aboardPostsAt(booking)
  if (stateOf(booking, booking.dropsOffAt) !== 'aboard_said' || !postsAt) return null
  return { saidAt: booking.aboardSaidAt?.toISOString() ?? '', postsAt: postsAt.toISOString() }
}

/**
 * Whether the booking is requested or confirmed. Cancelling or moving the trip applies to open
 * bookings.
 */
export function isOpen({ status }: Pick<Booking, 'status'>): boolean {
  return status === 'requested' || status === 'confirmed'
}

/**
 * Whether the booking is requested, confirmed or checked in, so its seats are taken and the journey
 * is not over.
 */
export function isStanding(booking: Pick<Booking, 'status'>): boolean {
  return isOpen(booking) || booking.status === 'checked_in'
}

/** Returns when a job next changes the booking; undefined once it has ended or a person decides. */
export function nextDue(booking: Stored & Dates): Date | undefined {
  // The due time depends neither on facts nor on the arrival.
  return bookingStates[stateOf(booking, booking.dropsOffAt)].due?.(booking)
}

/**
 * Returns the driver's earnings after commission in pesos: of the fare while the booking stands, of
 * the charged amount once it has ended. In `directo` the passenger pays the driver directly.
 */
export function driverEarns(booking: Booking): number {
  const { ticket, review } = bookingStates[stateOf(booking, booking.dropsOffAt)]
  const ended = ticket === 'revoked' && !review
  const gross = ended ? (booking.chargedPesos ?? 0) : booking.farePesos
  return gross - commissionOn(gross, booking.commissionBp)
}
