// When a booking can be rated, and by whom. Pure: no clock and no database.
import {
  RATING_DAYS,
  type RatedAs,
  type RatingOutcome,
  type RatingTag,
  ratingTags,
} from '#contract/rating-tags.ts'
import {
  type Booking,
  type Facts,
  type Party,
  partyOf,
  stateOf,
} from '#server/domains/travel/bookings/bookings.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'

export const RATING_MS = RATING_DAYS * DAY_MS

/** A rating with what happened to it since. */
export type RatingRow = {
  id: string
  bookingId: string
  raterId: string
  ratedId: string
  ratedAs: RatedAs
  outcome: RatingOutcome
  stars: number
  tags: RatingTag[]
  comment: string | null
  createdAt: Date
  revealedAt: Date | null
  hidden: boolean
  discounted: boolean
  replyText: string | null
  repliedAt: Date | null
}

/** What can be rated of a booking. */
export type Window = {
  outcome: RatingOutcome
  /** From then on it cannot be rated, and everybody sees what was written. */
  closesAt: Date
}

type FactsAsked = Pick<Facts, 'disputeDecided' | 'journeyFinished'>

/**
 * What can be rated of the booking now: the journey once it is over, or a cancellation after the
 * booking had been agreed. Undefined before, and while the team decides who was there.
 */
export function windowOf(
  booking: Booking,
  now: Date,
  facts: FactsAsked | undefined,
): Window | undefined {
  switch (stateOf(booking, now, facts)) {
    case 'arrived':
    case 'completed':
    case 'completed_upheld':
      return { outcome: 'travelled', closesAt: addMs(booking.dropsOffAt, RATING_MS) }
    case 'checked_in_upheld':
      return now >= booking.dropsOffAt
        ? { outcome: 'travelled', closesAt: addMs(booking.dropsOffAt, RATING_MS) }
        : undefined
    case 'cancelled_by_passenger':
    case 'cancelled_by_driver':
    case 'decided_for_passenger':
    case 'trip_cancelled':
    case 'no_show':
      if (!booking.confirmedAt || !booking.closedAt) return undefined
      return { outcome: 'cancelled', closesAt: addMs(booking.closedAt, RATING_MS) }
    default:
      return undefined
  }
}

/** The two sides of a booking for one of them; undefined for everybody else. */
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

/** Whether all of these can be said of that side with that outcome. */
export function areTagsOf(as: RatedAs, outcome: RatingOutcome, tags: readonly RatingTag[]) {
  const known: readonly string[] = ratingTags[as][outcome]
  return tags.every((tag) => known.includes(tag))
}

/** Everybody sees it. */
export function isPublic({ revealedAt, hidden, discounted }: RatingRow): boolean {
  return revealedAt !== null && !hidden && !discounted
}
