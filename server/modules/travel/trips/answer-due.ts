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
  addOpenMs,
  earlier,
  HOUR_MS,
  hoursOn,
  later,
  MINUTE_MS,
} from '#server/platform/clock.ts'

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

/**
 * Returns the deadline that the passenger read, if it is at most an hour before `due` and leaves
 * the driver an hour. The client sends it: a request that expires at once would count as missed.
 */
export function saidOr(due: Date, said: string | undefined, now: Date): Date {
  const read = Date.parse(said ?? '')
  const isNear = read <= due.getTime() && due.getTime() - read <= HOUR_MS
  return isNear && read - now.getTime() >= HOUR_MS ? new Date(read) : due
}

/** Deadline after the driver moved the trip by `byMs`: an earlier pick-up shortens it. */
export function movedAnswerDue(
  { expiresAt, picksUpAt }: { expiresAt: Date | null; picksUpAt: Date },
  byMs: number,
  now: Date,
): Date | null {
  if (!expiresAt || byMs >= 0) return expiresAt
  return earlier(expiresAt, answerDue(now, addMs(picksUpAt, byMs)))
}

/** The part of a date in which the hours of an answer count. */
const daytime = (date: string) => hoursOn(date, ANSWER_FROM_HOUR, ANSWER_TO_HOUR)
