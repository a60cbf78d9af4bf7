// Rules about when a booking can be rated, and by whom. Pure: no clock and no database.
import {
  RATING_DAYS,
  type RatedAs,
  type RatingOutcome,
  type RatingTag,
} from '#contract/rating-tags.ts'
import {
  type Booking,
  type Facts,
  isMovedFar,
  isRideOver,
  type Party,
  partyOf,
  stateOf,
} from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'

export const RATING_MS = RATING_DAYS * DAY_MS

export type NewRating = {
  id: string
  bookingId: string
  raterId: string
  ratedId: string
  ratedAs: RatedAs
  outcome: RatingOutcome
  stars: number
  tags: RatingTag[]
  comment: string | null
}

/** Rating with the current state of its events and reply. */
export type RatingRow = NewRating & {
  createdAt: Date
  revealedAt: Date | null
  hidden: boolean
  discounted: boolean
  replyText: string | null
  repliedAt: Date | null
}

/** Outcome of a booking that can be rated, and the end of its rating period. */
export type Window = {
  outcome: RatingOutcome
  /** After this instant nobody can rate, and everybody sees the ratings. */
  closesAt: Date
}

type FactsAsked = Pick<
  Facts,
  | 'disputeDecided'
  | 'finishCountsAt'
  | 'reached'
  | 'delayMs'
  | 'endedByCupo'
  | 'leftForOthers'
  | 'leftBecause'
>

/**
 * Rating window of a finished journey or of a cancelled confirmed booking. Undefined before, and
 * while the team decides a dispute.
 */
export function windowOf(
  booking: Booking,
  now: Date,
  facts: FactsAsked | undefined,
): Window | undefined {
  switch (stateOf(booking, now, facts)) {
    case 'checked_in_upheld':
    case 'arrived':
      // A press at the drop-off can be undone: it does not open the stars before the car was due.
      if (!isRideOver(booking, now, facts && { ...facts, reached: false })) return undefined
      return { outcome: 'travelled', closesAt: addMs(booking.dropsOffAt, RATING_MS) }
    case 'completed':
    case 'completed_upheld':
      return { outcome: 'travelled', closesAt: addMs(booking.dropsOffAt, RATING_MS) }
    case 'cancelled_by_driver':
    case 'trip_cancelled':
      return isByOthers(facts) ? undefined : cancelledWindow(booking)
    case 'cancelled_by_passenger':
      if (isByOthers(facts)) return undefined
      return facts?.leftBecause === 'driver_late' ? cancelledWindow(booking) : chosenWindow(booking)
    case 'decided_for_passenger':
    case 'no_show':
      return chosenWindow(booking)
    default:
      return undefined
  }
}

function cancelledWindow({ confirmedAt, closedAt }: Booking): Window | undefined {
  if (!confirmedAt || !closedAt) return undefined
  return { outcome: 'cancelled', closesAt: addMs(closedAt, RATING_MS) }
}

/** As `cancelledWindow`, unless the other car failed: then the passenger did not choose the end. */
function chosenWindow(booking: Booking): Window | undefined {
  return booking.connectionBrokenAt ? undefined : cancelledWindow(booking)
}

/** Whether Cupo or another trip ended the booking, so that neither person is rated for it. */
function isByOthers(facts: FactsAsked | undefined): boolean {
  return facts?.endedByCupo === true || facts?.leftForOthers === true
}

/**
 * Whether this side ended an agreed booking by choice or caused its end, and so may not rate the
 * other side for it: the driver caused it when the passenger left because the driver was late or
 * moved the trip. A passenger can cancel after the pick-up time only when the driver is late.
 */
export function hasCancelled(booking: Booking, side: Party): boolean {
  const { status, disputedAt, deniedAt, closedAt, picksUpAt } = booking
  if (status === 'cancelled_by_passenger') {
    const wasLate = closedAt !== null && closedAt > picksUpAt
    return (side === 'driver') === (wasLate || isMovedFar(booking))
  }
  const isDecided = disputedAt !== null || deniedAt !== null
  const isByDriver = status === 'trip_cancelled' || (status === 'cancelled_by_driver' && !isDecided)
  return side === 'driver' && isByDriver
}

/** Role and id of the other side of a booking; undefined for everybody else. */
export function sidesOf(
  booking: Pick<Booking, 'passengerId' | 'driverId'>,
  userId: string,
): { as: Party; otherId: string } | undefined {
  const own = partyOf(booking, userId)
  if (!own) return undefined
  return own === 'passenger'
    ? { as: 'driver', otherId: booking.driverId }
    : { as: 'passenger', otherId: booking.passengerId }
}

/** Whether everybody can see the rating. */
export function isPublic({ revealedAt, hidden, discounted }: RatingRow): boolean {
  return revealedAt !== null && !hidden && !discounted
}
