// Conditions of the transitions, as text for docs/booking-states.md and as code for the use cases.
import {
  ABOARD_AHEAD_MINUTES,
  ABOARD_UNDO_MINUTES,
  BOARDING_CLOSES_HOURS,
  BOARDING_OPENS_HOURS,
  CHANGE_NO_SHOW_MINUTES,
  CHANGE_RISK_MINUTES,
  DISPUTE_HOURS,
  LATE_AFTER_MINUTES,
  NO_SHOW_AFTER_MINUTES,
} from '#contract/booking-limits.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { addMs, later, MINUTE_MS } from '#server/platform/clock.ts'
import { assert } from '#server/platform/errors.ts'
import {
  aboardFrom,
  type Booking,
  boardingWindow,
  denyUntil,
  disputeUntil,
  type Facts,
  isBroken,
  isRideOver,
  LATE_AFTER_MS,
  mayMiss,
  mayStillArrive,
  NO_SHOW_AFTER_MS,
  type Party,
} from './booking.ts'
import { nextDue } from './booking-states.ts'
import { type Refund, refundByPolicy } from './refund-policy.ts'

/** `time` is a due job, `team` is a member of Cupo's team. */
export type Actor = Party | 'time' | 'team'

/** Input of a decision about a booking. */
export type Case = {
  booking: Booking
  by: Actor
  now: Date
  /** Facts of the booking, which cancelling and denying need. */
  facts?: Facts | undefined
  tripCancelled?: boolean | undefined
  /** Whether the trip takes bookings without the driver's answer. */
  tripInstant?: boolean | undefined
  /** Whether the same is done with the other part of a trip with one change. */
  withOther?: boolean | undefined
}

export type Condition = {
  says: string
  holds(asked: Case): boolean
  /** Error code when the condition does not hold. */
  refusal: ErrorCode
  message?: string
}

const factsOf = ({ facts, booking }: Case): Facts => {
  assert(facts, `booking ${booking.id} is decided on without its facts`)
  return facts
}

export const refundOf = (asked: Case): Refund | undefined => {
  const { booking, by, now } = asked
  return by === 'passenger' || by === 'driver'
    ? refundByPolicy(booking, by, now, factsOf(asked))
    : undefined
}

export const standing = (refusal: ErrorCode): Condition => ({
  says: 'the trip is not cancelled',
  holds: ({ tripCancelled }) => tripCancelled !== true,
  refusal,
})

export const tripCancelled: Condition = {
  says: 'the trip is cancelled',
  holds: (asked) => asked.tripCancelled === true,
  refusal: 'booking_not_cancellable',
}

export const beforePickUp: Condition = {
  says: 'the pick-up is still to come',
  holds: ({ booking, now }) => now < booking.picksUpAt,
  refusal: 'trip_departed',
}

export const beforeBoarding: Condition = {
  says: `until ${BOARDING_OPENS_HOURS} hours before the pick-up, when boarding opens`,
  holds: ({ booking, now }) => now < boardingWindow(booking).from,
  refusal: 'segment_not_changeable',
  message: 'Ya se acerca la salida: no puedes cambiar el tramo.',
}

export const withoutAnswer: Condition = {
  says: 'the trip confirms bookings without the driver',
  holds: ({ tripInstant }) => tripInstant !== false,
  refusal: 'segment_not_changeable',
  message: 'El conductor aceptó este tramo. Para otro, cancela y vuelve a pedir.',
}

export const inTimeToAnswer: Condition = {
  says: 'before the deadline that was set when it was asked',
  holds: ({ booking, now }) => now < (booking.expiresAt ?? booking.picksUpAt),
  refusal: 'booking_not_pending',
}

export const byRefundRules: Condition = {
  says: 'a rule of the refund table applies',
  holds: (asked) => refundOf(asked) !== undefined,
  refusal: 'booking_not_cancellable',
}

export const boardingOpen: Condition = {
  says: `from ${BOARDING_OPENS_HOURS} hours before the pick-up`,
  holds: ({ booking, now }) => now >= boardingWindow(booking).from,
  refusal: 'check_in_too_early',
}

export const nearPickUp: Condition = {
  says:
    `from ${ABOARD_AHEAD_MINUTES} minutes before the pick-up, or once the driver recorded the ` +
    'arrival there',
  holds: (asked) => asked.now >= aboardFrom(asked.booking, factsOf(asked)),
  refusal: 'aboard_too_early',
}

export const ticketInTime: Condition = {
  says: `until ${BOARDING_CLOSES_HOURS} hours after the drop-off`,
  holds: ({ booking, now }) => now <= boardingWindow(booking).until,
  refusal: 'ticket_invalid',
  message: 'Este tiquete ya venció.',
}

export const waited: Condition = {
  says:
    `from ${NO_SHOW_AFTER_MINUTES} minutes after the pick-up, or after the recorded arrival of a ` +
    'driver who came later',
  holds: (asked) => {
    const { driverArrivedAt: came } = factsOf(asked)
    const { picksUpAt } = asked.booking
    return asked.now >= addMs(came ? later(came, picksUpAt) : picksUpAt, NO_SHOW_AFTER_MS)
  },
  refusal: 'no_show_too_early',
}

export const driverLate: Condition = {
  says: `from ${LATE_AFTER_MINUTES} minutes after the pick-up`,
  holds: ({ booking, now }) => now >= addMs(booking.picksUpAt, LATE_AFTER_MS),
  refusal: 'dispute_closed',
}

const hasOther = ({ booking: { connectionId } }: Case) => connectionId !== null

/** The other part of a trip with one change failed. */
export const otherFailed: Condition = {
  says: 'the other car of a trip with one change failed, or was missed',
  holds: (asked) => hasOther(asked) && isBroken(asked.booking, factsOf(asked)),
  refusal: 'booking_not_pending',
}

export const otherStands: Condition = {
  says: 'the other car of a trip with one change did not fail, and nobody decides about it',
  holds: (asked) => {
    return !otherFailed.holds(asked) && !(hasOther(asked) && factsOf(asked).other?.inReview)
  },
  refusal: 'booking_not_waiting',
  message: 'El otro carro de su viaje falló: no se le cobra.',
}

/** A first car that failed ends a claim at the second one, also while its job waits. */
export const otherSettled: Condition = {
  says: 'nobody decides about the other car of a trip with one change, and no first car failed',
  holds: (asked) => {
    if (!hasOther(asked)) return true
    const isFreed = asked.booking.connectionPart === 2 && otherFailed.holds(asked)
    return !isFreed && !factsOf(asked).other?.inReview
  },
  refusal: 'booking_not_pending',
}

const OPEN: readonly string[] = ['requested', 'confirmed']

export const whole = (refusal: ErrorCode): Condition => ({
  says: 'no part of a trip with one change, unless the other part, still open, changes with it',
  holds: (asked) =>
    !hasOther(asked) ||
    (asked.withOther === true && OPEN.includes(factsOf(asked).other?.status ?? '')),
  refusal,
  message: 'Es parte de un viaje con cambio de carro: así no se puede cambiar.',
})

/** Somebody who is still in the first car gets more time. */
export const changed: Condition = {
  says:
    `from ${CHANGE_NO_SHOW_MINUTES} minutes after the pick-up while the first car of a trip with ` +
    'one change has not arrived',
  holds: (asked) =>
    !hasOther(asked) ||
    asked.now >= addMs(asked.booking.picksUpAt, CHANGE_NO_SHOW_MINUTES * MINUTE_MS) ||
    !mayStillArrive(asked.booking, factsOf(asked)),
  refusal: 'connection_pending',
}

export const missable: Condition = {
  says: `aboard the first car, from ${CHANGE_RISK_MINUTES} minutes before the second pick-up`,
  holds: (asked) => hasOther(asked) && mayMiss(asked.booking, factsOf(asked), asked.now),
  refusal: 'change_not_missed',
}

export const unsettled = (refusal: ErrorCode): Condition => ({
  says: `until ${BOARDING_CLOSES_HOURS} hours after the drop-off`,
  holds: ({ booking, now }) => now < boardingWindow(booking).until,
  refusal,
})

export const inTimeToDispute: Condition = {
  says: `within ${DISPUTE_HOURS} hours of the driver’s claim`,
  holds: ({ booking, now }) => now < (disputeUntil(booking) ?? now),
  refusal: 'dispute_closed',
}

export const inTimeToDeny: Condition = {
  says: `checked in by the driver, until ${DISPUTE_HOURS} hours after that reached the server`,
  holds: (asked) => asked.now < (denyUntil(asked.booking, factsOf(asked)) ?? asked.now),
  refusal: 'dispute_closed',
}

export const due = (says: string): Condition => ({
  says,
  holds: ({ booking, now }) => now >= (nextDue(booking) ?? addMs(now, 1)),
  refusal: 'booking_not_pending',
})

export const afterUndo = due(
  `${ABOARD_UNDO_MINUTES} minutes after the passenger confirmed boarding`,
)
export const afterJourney: Condition = {
  says: `${BOARDING_CLOSES_HOURS} hours after the drop-off`,
  holds: ({ booking, now }) => now >= boardingWindow(booking).until,
  refusal: 'booking_not_pending',
}
export const missedOver = due(`${ABOARD_UNDO_MINUTES} minutes after it was said`)
export const boardingOver = due('the planned end of the part, until which the ticket boards')
export const afterDispute = due(`${DISPUTE_HOURS} hours after the driver’s claim`)
export const atOnce: Condition[] = [
  {
    says: 'the trip confirms bookings without the driver',
    holds: () => true,
    refusal: 'trip_not_bookable',
  },
]
export const byRequest: Condition[] = [
  { says: 'the driver answers each request', holds: () => true, refusal: 'trip_not_bookable' },
]
export const journeyOver: Condition = {
  says:
    'the driver ended the journey or pressed the drop-off or a later stop, or the drop-off has ' +
    'passed by the plan and the delay at the last press',
  holds: ({ booking, now, facts }) => isRideOver(booking, now, facts),
  refusal: 'journey_not_arrived',
}
