import { addMs, HOUR_MS } from '#server/platform/clock.ts'

/** Time in ms before departure when a paused trip is cancelled, in time to find another one. */
const CANCELLED_AHEAD_MS = 12 * HOUR_MS

/** Returns when a paused trip is cancelled: at the earliest an hour after the pause began. */
export function pauseEndsAt({ departsAt }: { departsAt: Date }, pausedAt: Date): Date {
  const ahead = departsAt.getTime() - CANCELLED_AHEAD_MS
  return addMs(pausedAt, Math.max(HOUR_MS, ahead - pausedAt.getTime()))
}
