import { addMs, HOUR_MS } from '#server/platform/clock.ts'

/**
 * Time in ms before departure when a paused trip is cancelled, so that passengers can find another
 * one.
 */
const CANCELLED_AHEAD_MS = 12 * HOUR_MS

/**
 * Returns when a trip that is still paused is cancelled, at least one hour after the start of the
 * pause.
 */
export function pauseEndsAt({ departsAt }: { departsAt: Date }, pausedAt: Date): Date {
  const ahead = departsAt.getTime() - CANCELLED_AHEAD_MS
  return addMs(pausedAt, Math.max(HOUR_MS, ahead - pausedAt.getTime()))
}
