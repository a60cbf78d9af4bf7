// Deadline of a request, as pure functions without clock and database.
import {
  ANSWER_AHEAD_HOURS,
  ANSWER_FROM_HOUR,
  ANSWER_HOURS,
  ANSWER_LAST_MINUTES,
  ANSWER_TO_HOUR,
} from '#contract/booking-limits.ts'
import {
  addMs,
  bogotaDate,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  startOfBogotaDate,
} from '#server/platform/clock.ts'
import type { Booking } from './booking.ts'

const later = (a: Date, b: Date) => (a > b ? a : b)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

/**
 * Returns the driver's deadline to answer a request: 3 hours counted between 7:00 and 21:00 in
 * Bogotá, at most until 2 hours before the pick-up. A request for a pick-up within 3 hours waits
 * until 30 minutes before it; later than that the deadline is the time of the request.
 */
export function answerDue(askedAt: Date, picksUpAt: Date): Date {
  if (picksUpAt.getTime() - askedAt.getTime() < ANSWER_HOURS * HOUR_MS) {
    return later(addMs(picksUpAt, -ANSWER_LAST_MINUTES * MINUTE_MS), askedAt)
  }
  const ahead = addMs(picksUpAt, -ANSWER_AHEAD_HOURS * HOUR_MS)
  return earlier(addDaytime(askedAt, ANSWER_HOURS * HOUR_MS), ahead)
}

type Waiting = Pick<Booking, 'expiresAt' | 'picksUpAt'>

/** Deadline after the driver moved the trip by `byMs`: an earlier pick-up shortens it. */
export function movedAnswerDue(
  { expiresAt, picksUpAt }: Waiting,
  byMs: number,
  now: Date,
): Date | null {
  if (!expiresAt || byMs >= 0) return expiresAt
  return earlier(expiresAt, answerDue(now, addMs(picksUpAt, byMs)))
}

/** Returns the instant at which `ms` of the time between 7:00 and 21:00 have passed. */
function addDaytime(from: Date, ms: number): Date {
  let left = ms
  let midnight = startOfBogotaDate(bogotaDate(from))
  for (;;) {
    const start = later(from, addMs(midnight, ANSWER_FROM_HOUR * HOUR_MS))
    const room = addMs(midnight, ANSWER_TO_HOUR * HOUR_MS).getTime() - start.getTime()
    if (left <= room) return addMs(start, left)
    left -= Math.max(0, room)
    midnight = addMs(midnight, DAY_MS)
  }
}
