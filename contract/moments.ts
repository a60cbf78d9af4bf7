// The moment of a booking or a trip, which decides what its screen says first. The only place that
// decides it (docs/moments.md).
import type { BookingState, BookingStatus } from './booking-view.ts'
import { RATING_DAYS } from './rating-tags.ts'
import type { TripState } from './trips.ts'

/** The statuses of a booking whose passenger travels, or did. */
export const TRAVELS: readonly BookingStatus[] = ['confirmed', 'checked_in', 'completed']

export const PASSENGER_MOMENTS = [
  'asked',
  'held',
  'paused',
  'no_place',
  'confirmed',
  'evening',
  'two_hours',
  'late',
  'at_door',
  'broken',
  'change_missed',
  'change_ahead',
  'riding',
  'arrived',
  'to_rate',
  'done',
  'review',
  'refunded',
  'cancelled',
] as const
export type PassengerMoment = (typeof PASSENGER_MOMENTS)[number]

export const DRIVER_MOMENTS = [
  'draft',
  'asked',
  'paused',
  'confirmed',
  'evening',
  'two_hours',
  'late',
  'riding',
  'no_news',
  'arrived',
  'to_rate',
  'done',
  'cancelled',
] as const
export type DriverMoment = (typeof DRIVER_MOMENTS)[number]

/**
 * Hours after the expected drop-off until which a seat that nobody registered as aboard still waits
 * for its car: the ticket stays, because the car can be late without a word.
 */
export const UNHEARD_HOURS = 6

/** All other thresholds between moments. */
const MOMENT_LIMITS = {
  /** Hour in Bogotá of the day before, from which the trip is `evening`. */
  eveningHour: 16,
  /** Minutes before the planned pick-up or departure from which it is `two_hours` or `late`. */
  soonMinutes: 120,
  /** Hours after an arrival in which it is `arrived`; afterwards `to_rate`. */
  arrivedHours: 24,
  /** Days after an arrival until which it is `to_rate`; afterwards `done`. */
  rateDays: RATING_DAYS,
} as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Bogotá is five hours behind UTC all year. */
const BOGOTA_MS = 5 * HOUR_MS

/** Returns the instant, in ms, at which the evening before a departure begins. */
function eveningBefore(departsAt: number): number {
  const midnight = Math.floor((departsAt - BOGOTA_MS) / DAY_MS) * DAY_MS + BOGOTA_MS
  return midnight - DAY_MS + MOMENT_LIMITS.eveningHour * HOUR_MS
}

/** Facts of a booking. `kept`: seats kept without payment, which are no booking yet. */
export type BookingFacts = {
  state: BookingState | 'kept'
  /** Pick-up and drop-off by the plan. */
  boardsAt: Date
  leavesAt: Date
  /** The drop-off, moved by the delay at the driver's last press. */
  expectedAt: Date
  /** When the car reached the drop-off; null until then, or when nobody recorded it. */
  arrivedAt: Date | null
  /** Whether the place of the pick-up is known; false while both must agree on it. */
  hasPlace: boolean
  isPaused: boolean
  hasRated: boolean
  /** The trip with one change of car of which the booking is a part; null for others. */
  change: ChangeFacts | null
}

export type ChangeFacts = {
  /** Whether the other part failed: this one may be left free. */
  isBroken: boolean
  /** For the second part, when the first car arrives as the road stands; null: nobody knows. */
  firstArrivesAt: Date | null
}

/** How the trip goes, from presses and positions; null while nobody knows. */
export type RoadFacts = {
  delayMinutes: number
  /** Whether the delay is long enough to be told. */
  isLate: boolean
  hasStarted: boolean
  /** Whether the car is at the viewer's pick-up, or has passed it. */
  isAtPickUp: boolean
  /** Whether the car is at the viewer's drop-off, or the driver ended the trip. */
  isOver: boolean
}

/** Moments that a state alone decides. */
const BY_STATE: Partial<Record<BookingFacts['state'], PassengerMoment>> = {
  kept: 'held',
  requested: 'asked',
  driver_absent: 'review',
  checked_in_denied: 'review',
  completed_denied: 'review',
  no_show_claimed: 'review',
  no_show_disputed: 'review',
  no_show: 'cancelled',
  rejected: 'cancelled',
  expired: 'cancelled',
  cancelled_by_driver: 'cancelled',
  trip_cancelled: 'cancelled',
  cancelled_by_passenger: 'refunded',
  decided_for_passenger: 'refunded',
}

/** States in which the passenger is on the way, or will be: afterwards the ride is over. */
const BEFORE_ARRIVAL: readonly BookingFacts['state'][] = ['confirmed', 'checked_in', 'aboard_said']

/** Returns the one moment of a passenger's booking at an instant. */
export function momentOfBooking(
  booking: BookingFacts,
  road: RoadFacts | null,
  now: Date,
): PassengerMoment {
  // The ticket of a second car that its passenger says to have missed boards until the planned end.
  const state = booking.state === 'change_missed' ? 'confirmed' : booking.state
  const ofState = BY_STATE[state]
  if (ofState) return ofState
  const at = now.getTime()
  const delayMs = (road?.delayMinutes ?? 0) * MINUTE_MS
  const expectedAt = booking.expectedAt.getTime()
  // A journey that was read later than the booking knows a newer delay.
  const endsAt =
    booking.arrivedAt?.getTime() ?? Math.max(expectedAt, booking.leavesAt.getTime() + delayMs)
  // The overdue stop of a car of which nothing is heard does not make its passenger wait for ever.
  const waitsUntil = state === 'confirmed' ? expectedAt + UNHEARD_HOURS * HOUR_MS : endsAt
  const isOver = road?.isOver || at >= waitsUntil
  if (isOver || !BEFORE_ARRIVAL.includes(state)) {
    return afterArrival(endsAt, !booking.hasRated, at)
  }
  if (state !== 'confirmed') return 'riding'
  if (booking.isPaused) return 'paused'
  if (road?.isAtPickUp) return 'at_door'
  const boardsAt = booking.boardsAt.getTime()
  const isBroken = booking.change?.isBroken
  // Once its own hour has passed, what this car does matters more than that the other one failed.
  if (isBroken && at < boardsAt) return 'broken'
  const changesAt = isBroken ? undefined : booking.change?.firstArrivesAt?.getTime()
  if (changesAt && changesAt > boardsAt + delayMs) return 'change_missed'
  // By the plan: who is about to leave for the stop must see that the car is late.
  const isSoon = boardsAt - at <= MOMENT_LIMITS.soonMinutes * MINUTE_MS
  if (road?.isLate && (road.hasStarted || isSoon)) return 'late'
  if (changesAt) return 'change_ahead'
  if (isSoon) return 'two_hours'
  if (!booking.hasPlace) return 'no_place'
  return at >= eveningBefore(boardsAt) ? 'evening' : 'confirmed'
}

/** The moment after an arrival, all instants in ms. */
function afterArrival(arrivedAt: number, hasToRate: boolean, at: number) {
  if (at < arrivedAt + MOMENT_LIMITS.arrivedHours * HOUR_MS) return 'arrived'
  return hasToRate && at < arrivedAt + MOMENT_LIMITS.rateDays * DAY_MS ? 'to_rate' : 'done'
}

/** Facts of a driver's own trip. */
export type OwnTripFacts = {
  state: TripState
  departsAt: Date
  /** End of the trip: pressed, or else by the plan. */
  endsAt: Date
  isPaused: boolean
  /** Whether somebody waits for the driver's answer. */
  hasRequests: boolean
  /** Whether the driver can still rate somebody who travelled. */
  hasToRate: boolean
}

/** Returns the one moment of a driver's own trip at an instant. */
export function momentOfTrip(trip: OwnTripFacts, now: Date): DriverMoment {
  const at = now.getTime()
  switch (trip.state) {
    case 'draft':
    case 'cancelled':
    case 'no_news':
      return trip.state
    case 'finished':
      return afterArrival(trip.endsAt.getTime(), trip.hasToRate, at)
    case 'on_the_way':
    case 'late_to_arrive':
      return 'riding'
    case 'late_to_leave':
      return trip.isPaused ? 'paused' : 'late'
    case 'to_leave': {
      if (trip.isPaused) return 'paused'
      const departsAt = trip.departsAt.getTime()
      if (departsAt - at <= MOMENT_LIMITS.soonMinutes * MINUTE_MS) return 'two_hours'
      if (trip.hasRequests) return 'asked'
      return at >= eveningBefore(departsAt) ? 'evening' : 'confirmed'
    }
  }
}
