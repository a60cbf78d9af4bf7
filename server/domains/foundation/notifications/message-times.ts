import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Message } from '#server/platform/room-message.ts'
import { isDayOfTravel, notAtNight } from './quiet-hours.ts'

/** An older message stays in the app's list only; a telephone need not ring for it. */
const FRESH_MS = DAY_MS

/** Until when an answer that the message asks for is possible; undefined when it asks for none. */
export function answerableUntil<Data>(message: Message<Data>, data: Data): Date | undefined {
  const until = message.answerUntil?.(data) ?? null
  return until === null ? undefined : new Date(until)
}

/** When a short message leaves, and until when it still makes sense. */
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
