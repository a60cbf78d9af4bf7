import { addMs, HOUR_MS } from '#server/platform/clock.ts'

/** Time in ms before departure when a paused trip is cancelled, in time to find another one. */
const CANCELLED_AHEAD_MS = 12 * HOUR_MS

/** Returns when a paused trip is cancelled: after an hour or more, and before it leaves. */
export function pauseEndsAt({ departsAt }: { departsAt: Date }, pausedAt: Date): Date {
  const ahead = departsAt.getTime() - pausedAt.getTime()
  return addMs(pausedAt, Math.min(ahead, Math.max(HOUR_MS, ahead - CANCELLED_AHEAD_MS)))
}
