import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import { type ChangeFacts, momentOfBooking, type PassengerMoment } from '#contract/moments.ts'
import { roadFactsOf } from '../journeys/road-facts.ts'

/**
 * Returns the moment of a booking whose trip goes as `journey` says; null while nobody knows.
 * @param hasRated whether the passenger has no stars left to give
 */
export function momentOf(
  booking: BookingView,
  journey: JourneyView | null,
  now: Date,
  hasRated = false,
): PassengerMoment {
  return momentOfBooking(
    {
      state: booking.state,
      boardsAt: new Date(booking.from.at),
      leavesAt: new Date(booking.to.at),
      expectedAt: expectedDropOff(booking),
      arrivedAt: booking.arrivedAt ? new Date(booking.arrivedAt) : null,
      // A ticket that an older version cached has no `point`.
      hasPlace: Boolean(booking.from.point),
      isPaused: booking.tripPause !== null,
      hasRated,
      change: changeOf(booking),
    },
    journey && roadFactsOf(journey),
    now,
  )
}

/** When the car reaches the drop-off. A ticket that an older version cached knows only the plan. */
export const expectedDropOff = ({ expectedAt, to }: BookingView) => new Date(expectedAt ?? to.at)

/** A ticket that an older version cached has no `connection`. */
function changeOf({ connection }: BookingView): ChangeFacts | null {
  if (!connection) return null
  const { part, expectedAt, brokenAt } = connection
  const firstArrivesAt = part === 2 && expectedAt ? new Date(expectedAt) : null
  return { isBroken: brokenAt !== null, firstArrivesAt }
}
