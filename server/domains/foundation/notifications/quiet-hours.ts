import { addMs, bogotaDate, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'

/** Nights in Bogotá, when telephones stay quiet. */
const QUIET_FROM_HOUR = 21
const QUIET_UNTIL_HOUR = 7
/** Before a trip this is its day, also for one that leaves before dawn. */
const TRAVEL_NEAR_MS = 12 * HOUR_MS

/** When a message may make a telephone ring: now, or at the end of the night. */
export function notAtNight(now: Date): Date {
  const midnight = startOfBogotaDate(bogotaDate(now))
  const morning = addMs(midnight, QUIET_UNTIL_HOUR * HOUR_MS)
  if (now < morning) return morning
  const evening = addMs(midnight, QUIET_FROM_HOUR * HOUR_MS)
  return now < evening ? now : addMs(morning, 24 * HOUR_MS)
}

/** Whether a trip is so near that news about it cannot wait for the morning. */
export function isDayOfTravel(now: Date, boardsAt: Date): boolean {
  const sameDay = bogotaDate(now) === bogotaDate(boardsAt)
  return sameDay || Math.abs(boardsAt.getTime() - now.getTime()) < TRAVEL_NEAR_MS
}
