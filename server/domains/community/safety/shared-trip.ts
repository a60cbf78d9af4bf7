// Progress of a shared trip, and the time until which it is shown. Pure: no clock and no database.
import { SHARE_AFTER_ARRIVAL_MINUTES, SHARE_AFTER_PLAN_HOURS } from '#contract/safety-limits.ts'
import type { FollowState } from '#contract/safety-shares.ts'
import type { Booking } from '#server/domains/travel/bookings/bookings.public.ts'
import type { Journey } from '#server/domains/travel/journeys/journeys.public.ts'
import {
  placeAt,
  type TripFacts,
  type TripPlace,
} from '#server/domains/travel/trips/trips.public.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

/** Trip from the view of one person aboard. */
export type Travelled = {
  trip: TripFacts
  /** Booking of the passenger; null for the driver. */
  booking: Booking | null
  journey: Journey
}

export type Progress = {
  state: FollowState
  aboard: boolean
  from: TripPlace
  to: TripPlace
  arrivedAt: Date | null
  /** Time from which position and car are hidden. */
  endsAt: Date
}

const AFTER_ARRIVAL_MS = SHARE_AFTER_ARRIVAL_MINUTES * MINUTE_MS
const AFTER_PLAN_MS = SHARE_AFTER_PLAN_HOURS * HOUR_MS
/** Time for which the link still shows how the trip ended; later it answers like a wrong link. */
const ENDING_SHOWN_MS = DAY_MS

const TRAVELS: readonly Booking['status'][] = ['confirmed', 'checked_in', 'completed']

/** Progress of a trip for one person, from recorded events: a planned time is no arrival. */
export function progressOf({ trip, booking, journey }: Travelled): Progress {
  const from = placeAt(trip, booking?.fromSeq ?? 0)
  const to = placeAt(trip, booking?.toSeq ?? trip.places.length - 1)
  const reached = journey.arrivals.find(({ seq }) => seq >= to.seq)
  const arrivedAt = reached?.at ?? journey.finishedAt
  const aboard = booking
    ? booking.status === 'checked_in' || booking.status === 'completed'
    : journey.startedAt !== null
  const shown = { aboard, from, to }
  const stays = !booking || (booking.deniedAt === null && TRAVELS.includes(booking.status))
  const cancelled = trip.status === 'cancelled' || !stays
  const planned = addMs(to.at, AFTER_PLAN_MS)
  if (cancelled) {
    const left = booking?.closedAt ?? booking?.deniedAt ?? booking?.noShowAt
    const endsAt = earlier(left ?? trip.departsAt, planned)
    return { ...shown, state: 'cancelled', arrivedAt: null, endsAt }
  }
  if (arrivedAt) {
    const endsAt = earlier(addMs(arrivedAt, AFTER_ARRIVAL_MS), planned)
    return { ...shown, state: 'arrived', arrivedAt, endsAt }
  }
  const moving = journey.startedAt !== null || (booking !== null && aboard)
  const state = moving ? 'on_the_way' : 'waiting'
  return { ...shown, state, arrivedAt: null, endsAt: planned }
}

/** Whether the link shows only how the trip ended. */
export function isOver({ state, endsAt }: Progress, now: Date): boolean {
  return state === 'cancelled' || now >= endsAt
}

/** Whether the link answers like a wrong link. */
export function isForgotten({ endsAt }: Progress, now: Date): boolean {
  return now >= addMs(endsAt, ENDING_SHOWN_MS)
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
