import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { catalogue } from './catalogue.ts'
import type { MailBody } from './mail-body.ts'
import { isDayOfTravel, notAtNight } from './quiet-hours.ts'

/** What is older than this by then is in the list of the app; a telephone need not ring for it. */
const FRESH_MS = DAY_MS

/** When the person gets on, where the message is about a trip. */
function boardsAt(mail: MailBody): Date | undefined {
  const facts = mail.data as { picksUpAt?: string; at?: string; after?: string; farePesos?: number }
  const at =
    facts.picksUpAt ?? facts.after ?? (facts.farePesos === undefined ? undefined : facts.at)
  return at === undefined ? undefined : new Date(at)
}

/** Until when an answer that the message asks for is possible; undefined when it asks for none. */
export function answerableUntil(mail: MailBody): Date | undefined {
  if (mail.template === 'no_show_claimed') return new Date(mail.data.until)
  if (mail.template !== 'request_received') return undefined
  return mail.data.answerUntil === null ? undefined : new Date(mail.data.answerUntil)
}

/** When a short message leaves, and until when it still makes sense. */
export function shortTimes(mail: MailBody, now: Date): { runAt: Date; until: Date } {
  const at = boardsAt(mail)
  const atOnce = catalogue[mail.template].duty || (at !== undefined && isDayOfTravel(now, at))
  const runAt = atOnce ? now : notAtNight(now)
  return { runAt, until: answerableUntil(mail) ?? addMs(runAt, FRESH_MS) }
}
