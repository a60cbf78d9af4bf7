import { addMs, HOUR_MS } from '#server/platform/clock.ts'

/** A paused trip is cancelled this long before it departs: passengers must find another one. */
const CANCELLED_AHEAD_MS = 12 * HOUR_MS

/** When a trip is cancelled that is still paused: after an hour at least, to react. */
export function pauseEndsAt({ departsAt }: { departsAt: Date }, pausedAt: Date): Date {
  const ahead = departsAt.getTime() - CANCELLED_AHEAD_MS
  return addMs(pausedAt, Math.max(HOUR_MS, ahead - pausedAt.getTime()))
}
