// Where a trip is, from what was pressed and seen. `tripStateIn` says the same in SQL, for filters.
import type { TripState } from '#contract/trips.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { statusOf, type TripFacts } from './trip.ts'

/** What others than the driver's presses tell about a trip. */
export type TripSigns = {
  /** Whether somebody has a confirmed seat. */
  hasSeats: boolean
  /** Whether a passenger is registered aboard, which says that the car has started. */
  isBoarded: boolean
  /** Time of the newest position that somebody aboard shared. */
  positionAt: Date | null
  /** When a passenger last said to have arrived. */
  saidAt: Date | null
}

export const LATE_TO_LEAVE_MS = 15 * MINUTE_MS
export const LATE_TO_ARRIVE_MS = 30 * MINUTE_MS
export const NO_NEWS_MS = 3 * HOUR_MS
/** A trip that nobody finished ends by the plan this long after its arrival. */
export const ENDS_AFTER_MS = DAY_MS

type Facts = Pick<
  TripFacts,
  'status' | 'departsAt' | 'arrivesAt' | 'startedAt' | 'finishedAt' | 'delayMs'
>

/** Planned arrival, moved by the delay at the driver's last press. */
export function expectedArrival({ arrivesAt, delayMs }: Pick<Facts, 'arrivesAt' | 'delayMs'>) {
  return addMs(arrivesAt, delayMs)
}

/** Returns where a trip is at an instant. */
export function tripStateAt(facts: Facts, signs: TripSigns, now: Date): TripState {
  const status = statusOf(facts)
  if (status === 'draft' || status === 'cancelled') return status
  const { departsAt, arrivesAt } = facts
  const hasArrived = signs.saidAt !== null && signs.saidAt >= arrivesAt
  const isPast = now >= addMs(arrivesAt, ENDS_AFTER_MS)
  if (status === 'completed' || hasArrived || isPast) return 'finished'
  const expected = expectedArrival(facts)
  const heardAt = signs.positionAt && signs.positionAt > expected ? signs.positionAt : expected
  if (signs.hasSeats && now >= addMs(heardAt, NO_NEWS_MS)) return 'no_news'
  if (status === 'in_progress' || signs.isBoarded) {
    return now >= addMs(expected, LATE_TO_ARRIVE_MS) ? 'late_to_arrive' : 'on_the_way'
  }
  return now >= addMs(departsAt, LATE_TO_LEAVE_MS) ? 'late_to_leave' : 'to_leave'
}
