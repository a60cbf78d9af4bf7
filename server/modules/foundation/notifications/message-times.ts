import { addMs, bogotaDate, DAY_MS, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Message } from '#server/platform/message.ts'

/** After this time a message stays in the app's list only, without a push or a text. */
const FRESH_MS = DAY_MS

/** Returns until when the message can be answered; undefined if it asks for no answer. */
export function answerableUntil<Data>(message: Message<Data>, data: Data): Date | undefined {
  const until = message.answerUntil?.(data) ?? null
  return until === null ? undefined : new Date(until)
}

/**
 * Returns when a short message is sent, after which time it is dropped, and whether it `stays` on
 * the lock screen: news of a journey do on the day of travel.
 */
export function shortTimes<Data>(
  message: Message<Data>,
  data: Data,
  now: Date,
): { runAt: Date; until: Date; stays: boolean } {
  const at = message.boardsAt?.(data)
  const isNear = at !== undefined && isDayOfTravel(now, new Date(at))
  const runAt = message.channels.duty || isNear ? now : inOrder(notAtNight(now), now)
  const until = answerableUntil(message, data) ?? addMs(runAt, FRESH_MS)
  return { runAt, until, stays: isNear }
}

/** Returns when a text may be sent: by day, in order, and at any hour on the day of travel. */
export function textTime(now: Date, boardsAt: string | null): Date {
  const isNear = boardsAt !== null && isDayOfTravel(now, new Date(boardsAt))
  return isNear ? now : inOrder(notAtNight(now), now)
}

/** Hours of the night in Bogotá, in which no push or text is sent. */
const QUIET_FROM_HOUR = 21
const QUIET_UNTIL_HOUR = 6
/** A trip within this time counts as near, also if it departs before dawn. */
const TRAVEL_NEAR_MS = 12 * HOUR_MS

const NIGHT_MS = (24 - QUIET_FROM_HOUR + QUIET_UNTIL_HOUR) * HOUR_MS
/** What waited for the morning leaves within this part of the length of the night: 5.4 minutes. */
const MORNING_PART = 1 / 100

/** Keeps the order of a night: of two messages sent at once, the earlier could arrive last. */
function inOrder(runAt: Date, now: Date): Date {
  const waits = runAt.getTime() - now.getTime()
  return waits > 0 ? addMs(runAt, (NIGHT_MS - waits) * MORNING_PART) : runAt
}

/** Returns when a push or text can be sent: now, or at the end of the night. */
function notAtNight(now: Date): Date {
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
