// The states of a booking and their properties. Transitions: booking-transitions.ts.
// docs/booking-states.md is generated from both.

import { type DriverMoney, driverMoney, moneyPart } from '#contract/booking-money.ts'
import type { BookingState, BookingStatus, MoneyPart } from '#contract/booking-view.ts'
import { addMs } from '#server/platform/clock.ts'
import {
  ABOARD_UNDO_MS,
  aboardPostsAt,
  type Booking,
  boardingWindow,
  disputeUntil,
  type Facts,
  hasArrived,
  type RideFacts,
} from './booking.ts'

type StateRow = {
  /** Status as stored in the database. */
  status: BookingStatus
  /** Whether the seats of the booking are taken. */
  seats: 'taken' | 'returned'
  /** Whether the passenger's ticket boards. */
  ticket: 'none' | 'good' | 'blocked' | 'used' | 'revoked'
  /** Set while a dispute is open, which somebody of the team decides. */
  review?: true
  /** Time when the job `bookings.advance` changes the booking by itself. */
  due?: (booking: Dates) => Date | undefined
}

type Dates = Pick<
  Booking,
  | 'expiresAt'
  | 'picksUpAt'
  | 'dropsOffAt'
  | 'noShowAt'
  | 'aboardSaidAt'
  | 'connectionBrokenAt'
  | 'changeMissedAt'
>

const answered = ({ expiresAt, picksUpAt }: Dates) => expiresAt ?? picksUpAt
const travelled = (dates: Dates) => boardingWindow(dates).until
/** Whose other car failed needs not board: the seat is released at the planned end. */
const awaited = (dates: Dates) => (dates.connectionBrokenAt ? dates.dropsOffAt : travelled(dates))
/** Released when it can no longer be undone, or decided by the team once nobody boards. */
const missed = ({ connectionBrokenAt, changeMissedAt, dropsOffAt }: Dates) =>
  connectionBrokenAt && changeMissedAt ? addMs(changeMissedAt, ABOARD_UNDO_MS) : dropsOffAt

const pending = { seats: 'taken', ticket: 'none' } as const
const boards = { seats: 'taken', ticket: 'good' } as const
const aboard = { seats: 'taken', ticket: 'used' } as const
const absent = { seats: 'taken', ticket: 'revoked' } as const
const returned = { seats: 'returned', ticket: 'revoked' } as const

export const bookingStates: Record<BookingState, StateRow> = {
  requested: { ...pending, status: 'requested', due: answered },
  confirmed: { ...boards, status: 'confirmed', due: awaited },
  change_missed: { ...boards, status: 'confirmed', due: missed },
  aboard_said: { ...boards, status: 'confirmed', due: aboardPostsAt },
  driver_absent: { seats: 'taken', ticket: 'blocked', status: 'confirmed', review: true },
  checked_in: { ...aboard, status: 'checked_in', due: travelled },
  arrived: { ...aboard, status: 'checked_in', due: travelled },
  checked_in_denied: { ...aboard, status: 'checked_in', review: true, due: travelled },
  checked_in_upheld: { ...aboard, status: 'checked_in', due: travelled },
  completed: { ...aboard, status: 'completed' },
  completed_denied: { ...aboard, status: 'completed', review: true },
  completed_upheld: { ...aboard, status: 'completed' },
  no_show_claimed: { ...absent, status: 'no_show', review: true, due: disputeUntil },
  no_show_disputed: { ...absent, status: 'no_show', review: true },
  no_show: { ...absent, status: 'no_show' },
  rejected: { ...returned, status: 'rejected' },
  expired: { ...returned, status: 'expired' },
  cancelled_by_passenger: { ...returned, status: 'cancelled_by_passenger' },
  cancelled_by_driver: { ...returned, status: 'cancelled_by_driver' },
  decided_for_passenger: { ...returned, status: 'cancelled_by_driver' },
  trip_cancelled: { ...returned, status: 'trip_cancelled' },
}

/** What each state means, for docs/booking-states.md. */
export const stateMeanings: Record<BookingState, string> = {
  requested: 'the driver has not answered yet',
  confirmed: 'agreed; the passenger will travel',
  change_missed:
    'the passenger says that the first car came too late for this one; it still boards',
  aboard_said: 'the passenger confirmed boarding; the fare is paid unless they undo it in time',
  driver_absent: 'the passenger says that the driver did not come; somebody of the team decides',
  checked_in: 'the passenger is in the car, and the fare is paid',
  arrived: 'the passenger has left the car: by a press, or its time is over',
  checked_in_denied: 'the passenger says that they were registered aboard and did not travel',
  checked_in_upheld: 'the team decided that the passenger did travel',
  completed: 'the journey is over and paid',
  completed_denied: 'over and paid, and the passenger says that they did not travel',
  completed_upheld: 'the team decided for the driver: the journey counts as travelled',
  no_show_claimed: 'the driver says that the passenger did not come; the passenger may object',
  no_show_disputed: 'the passenger objects to that; somebody of the team decides',
  no_show: 'the passenger did not come, and can no longer dispute it',
  rejected: 'the driver declined the request',
  expired: 'the driver did not answer the request in time',
  cancelled_by_passenger: 'the passenger cancelled',
  cancelled_by_driver: 'the driver cancelled this booking',
  decided_for_passenger: 'the team decided for the passenger, who gets everything back',
  trip_cancelled: 'the driver cancelled the whole trip',
}

type Stored = Pick<
  Booking,
  | 'status'
  | 'aboardSaidAt'
  | 'disputedAt'
  | 'deniedAt'
  | 'closedAt'
  | 'dropsOffAt'
  | 'noShowAt'
  | 'changeMissedAt'
>

type StateFacts = Pick<Facts, 'disputeDecided'> & RideFacts

/** Derives the state. Without facts a denial is undecided, and a journey ends as planned. */
export function stateOf(booking: Stored, now: Date, facts?: StateFacts): BookingState {
  const { status, aboardSaidAt, disputedAt, deniedAt, closedAt } = booking
  const denied = deniedAt !== null && facts?.disputeDecided !== true
  const judged = disputedAt !== null || deniedAt !== null
  switch (status) {
    case 'confirmed':
      if (disputedAt) return 'driver_absent'
      if (aboardSaidAt) return 'aboard_said'
      return booking.changeMissedAt ? 'change_missed' : status
    case 'checked_in':
      if (denied) return 'checked_in_denied'
      if (judged) return 'checked_in_upheld'
      return hasArrived(booking, now, facts) ? 'arrived' : status
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

/** When the passenger confirmed boarding and the fare is paid; null if it cannot be undone. */
export function aboardSaidOf(booking: Stored & Dates): { saidAt: string; postsAt: string } | null {
  const postsAt = aboardPostsAt(booking)
  if (stateOf(booking, booking.dropsOffAt) !== 'aboard_said' || !postsAt) return null
  return { saidAt: booking.aboardSaidAt?.toISOString() ?? '', postsAt: postsAt.toISOString() }
}

/** Whether the booking is requested or confirmed, so that it can be cancelled or moved. */
export function isOpen({ status }: Pick<Booking, 'status'>): boolean {
  return status === 'requested' || status === 'confirmed'
}

/** Whether the seats are taken and the journey is not over. */
export function isStanding(booking: Pick<Booking, 'status'>): boolean {
  return isOpen(booking) || booking.status === 'checked_in'
}

/** Whether the meeting point can change: before the pick-up and the confirmation of boarding. */
export function mayChangeMeeting(booking: Booking, now: Date): boolean {
  return isOpen(booking) && booking.aboardSaidAt === null && now < booking.picksUpAt
}

/** Name of the job that applies what is due on a booking at its time. */
export const ADVANCE_JOB = 'bookings.advance'

/** Returns when a job next changes the booking; undefined once it has ended or a person decides. */
export function nextDue(booking: Stored & Dates): Date | undefined {
  // The due time depends neither on facts nor on the arrival.
  return bookingStates[stateOf(booking, booking.dropsOffAt)].due?.(booking)
}

/** Facts of the booking for `contract/booking-money.ts`. */
function moneyFacts(booking: Booking, facts?: StateFacts) {
  const { review = false } = bookingStates[stateOf(booking, booking.dropsOffAt, facts)]
  return { ...booking, inQuestion: review }
}

/** Returns the driver's money of a booking in pesos (contract/booking-money.ts). */
export function driverMoneyOf(booking: Booking): DriverMoney {
  return driverMoney(moneyFacts(booking))
}

/** Returns the driver's earnings after commission in pesos. */
export function driverEarns(booking: Booking): number {
  const { gross, commission } = driverMoneyOf(booking)
  return gross - commission
}

/** Returns where the driver's money is. Without facts a denial is undecided. */
export function driverMoneyPart(booking: Booking, facts: Facts): MoneyPart {
  return moneyPart(moneyFacts(booking, facts))
}
