import { addMs, bogotaDate, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'

/** Hours of the night in Bogotá, in which no push or text is sent. */
const QUIET_FROM_HOUR = 21
const QUIET_UNTIL_HOUR = 7
/** A trip within this time counts as near, also if it departs before dawn. */
const TRAVEL_NEAR_MS = 12 * HOUR_MS

/** Returns when a push or text can be sent: now, or at the end of the night. */
export function notAtNight(now: Date): Date {
  const midnight = startOfBogotaDate(bogotaDate(now))
  const morning = addMs(midnight, QUIET_UNTIL_HOUR * HOUR_MS)
  if (now < morning) return morning
  const evening = addMs(midnight, QUIET_FROM_HOUR * HOUR_MS)
  return now < evening ? now : addMs(morning, 24 * HOUR_MS)
}

/** Tells whether a trip is so near that news about it cannot wait for the morning. */
export function isDayOfTravel(now: Date, boardsAt: Date): boolean {
  const sameDay = bogotaDate(now) === bogotaDate(boardsAt)
  return sameDay || Math.abs(boardsAt.getTime() - now.getTime()) < TRAVEL_NEAR_MS
}
