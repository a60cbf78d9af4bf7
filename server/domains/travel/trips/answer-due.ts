// Deadline of a request, as pure functions without clock and database.
import {
  ANSWER_AHEAD_HOURS,
  ANSWER_FROM_HOUR,
  ANSWER_HOURS,
  ANSWER_LAST_MINUTES,
  ANSWER_TO_HOUR,
} from '#contract/booking-limits.ts'
import { addMs, addOpenMs, HOUR_MS, hoursOn, MINUTE_MS } from '#server/platform/clock.ts'

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
  return earlier(addOpenMs(askedAt, ANSWER_HOURS * HOUR_MS, daytime), ahead)
}

type Waiting = { expiresAt: Date | null; picksUpAt: Date }

/** Returns the deadline that the person read, if it is within an hour before the own one. */
export function saidOr(due: Date, said: string | undefined): Date {
  const early = due.getTime() - Date.parse(said ?? '')
  return early >= 0 && early <= HOUR_MS ? addMs(due, -early) : due
}

/** Deadline after the driver moved the trip by `byMs`: an earlier pick-up shortens it. */
export function movedAnswerDue(
  { expiresAt, picksUpAt }: Waiting,
  byMs: number,
  now: Date,
): Date | null {
  if (!expiresAt || byMs >= 0) return expiresAt
  return earlier(expiresAt, answerDue(now, addMs(picksUpAt, byMs)))
}

/** The part of a date in which the hours of an answer count. */
const daytime = (date: string) => hoursOn(date, ANSWER_FROM_HOUR, ANSWER_TO_HOUR)
