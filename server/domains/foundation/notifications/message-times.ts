import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Message } from '#server/platform/room-message.ts'
import { isDayOfTravel, notAtNight } from './quiet-hours.ts'

/** After this time a message stays in the app's list only, without a push or a text. */
const FRESH_MS = DAY_MS

/** Returns until when the message can be answered; undefined if it asks for no answer. */
export function answerableUntil<Data>(message: Message<Data>, data: Data): Date | undefined {
  const until = message.answerUntil?.(data) ?? null
  return until === null ? undefined : new Date(until)
}

/** Returns when a short message is sent, and after which time it is dropped. */
export function shortTimes<Data>(
  message: Message<Data>,
  data: Data,
  now: Date,
): { runAt: Date; until: Date } {
  const at = message.boardsAt?.(data)
  const isNear = at !== undefined && isDayOfTravel(now, new Date(at))
  const runAt = message.channels.duty || isNear ? now : notAtNight(now)
  return { runAt, until: answerableUntil(message, data) ?? addMs(runAt, FRESH_MS) }
}
