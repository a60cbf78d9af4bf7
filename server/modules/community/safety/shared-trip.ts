// Progress of a shared trip, and the time until which it is shown. Pure: no clock and no database.
import { TRAVELS } from '#contract/moments.ts'
import { SHARE_AFTER_ARRIVAL_MINUTES, SHARE_AFTER_PLAN_HOURS } from '#contract/safety-limits.ts'
import type { FollowState } from '#contract/safety-shares.ts'
import type { Booking } from '#server/modules/travel/bookings/index.ts'
import { believed, type Journey } from '#server/modules/travel/journeys/index.ts'
import {
  ENDS_AFTER_MS,
  placeAt,
  type TripFacts,
  type TripPlace,
  type TripSigns,
  tripStateAt,
} from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, earlier, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'

/** Trip from the view of one person aboard. */
export type Travelled = {
  trip: TripFacts
  /** Booking of the passenger; null for the driver. */
  booking: Booking | null
  journey: Journey
  signs: TripSigns
  /** When the person said, or their position showed, that they arrived; null if not. */
  saidAt: Date | null
  /** Time of the last position that the person shared. */
  seenAt: Date | null
  /** Whether anybody aboard has an open emergency. */
  hasEmergency: boolean
}

export type Progress = {
  state: FollowState
  aboard: boolean
  from: TripPlace
  to: TripPlace
  arrivedAt: Date | null
  /** Whether the person arrived by their own word or position, not by the driver's press. */
  bySelf: boolean
  /** Last press, position or word about the person; null before the first. */
  heardAt: Date | null
  /** Time from which position and car are hidden. */
  endsAt: Date
}

const AFTER_ARRIVAL_MS = SHARE_AFTER_ARRIVAL_MINUTES * MINUTE_MS
const AFTER_PLAN_MS = SHARE_AFTER_PLAN_HOURS * HOUR_MS
/** Time for which the link still shows how the trip ended; later it answers like a wrong link. */
const ENDING_SHOWN_MS = DAY_MS

/** The last of some times; null without any. */
export const latest = (times: readonly (Date | null | undefined)[]) =>
  times.reduce<Date | null>((last, at) => (at && (!last || at > last) ? at : last), null)

/** Progress from recorded events: neither a planned time nor a doubted press is an arrival. */
export function progressOf(travelled: Travelled, now: Date): Progress {
  const { trip, booking, saidAt, seenAt } = travelled
  const journey = believed(travelled.journey)
  const from = placeAt(trip, booking?.fromSeq ?? 0)
  const to = placeAt(trip, booking?.toSeq ?? trip.places.length - 1)
  const reached = journey.arrivals.find(({ seq }) => seq >= to.seq)
  const isEnded = journey.finishCountsAt !== null && journey.finishCountsAt <= now
  const pressedAt = reached?.at ?? (isEnded ? journey.finishedAt : null)
  const arrivedAt = saidAt ?? pressedAt
  const bySelf = saidAt !== null || (booking === null && pressedAt !== null)
  const heardAt = latest([
    ...[journey.startedAt, booking?.checkedInAt, seenAt, arrivedAt],
    ...journey.arrivals.map(({ at }) => at),
  ])
  const aboard = booking
    ? booking.status === 'checked_in' || booking.status === 'completed'
    : journey.startedAt !== null
  const shown = { aboard, from, to, bySelf, heardAt }
  const stays = !booking || (booking.deniedAt === null && TRAVELS.includes(booking.status))
  const cancelled = trip.status === 'cancelled' || !stays
  if (cancelled) {
    const left = booking?.closedAt ?? booking?.deniedAt ?? booking?.noShowAt
    const endsAt = earlier(left ?? trip.departsAt, addMs(to.at, AFTER_PLAN_MS))
    return { ...shown, state: 'cancelled', arrivedAt: null, endsAt }
  }
  const endsAt =
    bySelf && arrivedAt ? addMs(arrivedAt, AFTER_ARRIVAL_MS) : endOf(travelled, to, now)
  const isUrgent = travelled.hasEmergency && now >= endsAt
  const held = isUrgent ? addMs(now, AFTER_ARRIVAL_MS) : endsAt
  const moving = journey.startedAt !== null || (booking !== null && aboard)
  const going = arrivedAt ? 'arrived' : moving ? 'on_the_way' : 'waiting'
  const state = now >= held && !bySelf ? 'no_news' : going
  return { ...shown, state, arrivedAt, endsAt: held }
}

/** End of the link without the person's word: 3 h after the expected time, never while late. */
function endOf({ trip, signs }: Travelled, to: TripPlace, now: Date): Date {
  const state = tripStateAt(trip, signs, now)
  const isLate = state === 'late_to_arrive' || state === 'no_news'
  return isLate ? addMs(trip.arrivesAt, ENDS_AFTER_MS) : addMs(to.at, trip.delayMs + AFTER_PLAN_MS)
}

/** Whether the link shows only how the trip ended. */
export function isOver({ state, endsAt }: Progress, now: Date): boolean {
  return state === 'cancelled' || now >= endsAt
}

/** Whether the link answers like a wrong link. */
export function isForgotten({ endsAt }: Progress, now: Date): boolean {
  return now >= addMs(endsAt, ENDING_SHOWN_MS)
}
