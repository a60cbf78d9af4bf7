import { addMs, bogotaDate, DAY_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import type { Message } from '#server/platform/message.ts'
import { textTime } from './message-times.ts'
import { toldShort } from './message-words.ts'
import { listPreferences } from './preferences.queries.ts'
import { sendText } from './send-text.ts'
import { TEXT_JOB } from './short-message.ts'
import { newTextId, QueuedText } from './text-call.ts'
import { FALLBACK_JOB, keepFallback } from './text-fallback.ts'
import { deleteText, phoneIndex, takeText } from './texts.queries.ts'

/** Sends a message to a telephone; an SMS if WhatsApp does not reach it. */
export async function deliverText(deps: Deps, payload: unknown): Promise<void> {
  await deliver(deps, readText(deps, payload))
}

/** Sends by SMS what WhatsApp did not deliver; the end of the time means that no failure came. */
export async function deliverFallback(deps: Deps, payload: unknown): Promise<void> {
  const text = QueuedText.parse(openPayload(deps.secrets, FALLBACK_JOB, payload))
  if (new Date(text.until) <= deps.clock.now()) return
  if (await deliver(deps, { ...text, orSms: false })) deps.metrics.count('text_fallback')
}

/** Returns false if nothing was sent by this channel. */
async function deliver(deps: Deps, text: QueuedText): Promise<boolean> {
  if (!(await takeTurn(deps, text))) return false
  const orSms = text.orSms && text.channel === 'whatsapp' && deps.urls.sms !== undefined
  const handed = await sendText(deps, { ...text, orSms })
  if (handed !== 'unreachable') {
    if (orSms && handed.messageId !== null) await keepFallback(deps, handed.messageId, text)
    return true
  }
  if (orSms) await sendInstead(deps, text)
  else await deleteText(deps.db, text.id)
  return false
}

async function sendInstead(deps: Deps, { until, ...text }: QueuedText): Promise<void> {
  const sms = { ...text, channel: 'sms' as const, orSms: false, until: new Date(until) }
  await inTransaction(deps.db, (tx) => queueText(tx, deps, sms))
}

/** Parses a payload queued by `queueText`. Throws for any other payload. */
export function readText(deps: Pick<Deps, 'secrets'>, payload: unknown): QueuedText {
  return QueuedText.parse(openPayload(deps.secrets, TEXT_JOB, payload))
}

export async function queueText(
  tx: Tx,
  deps: TellDeps,
  { until, ...text }: Omit<QueuedText, 'id' | 'until'> & { id?: string; until: Date },
): Promise<void> {
  const queued: QueuedText = { id: newTextId(), ...text, until: until.toISOString() }
  const payload = sealPayload(deps.secrets, TEXT_JOB, queued)
  await enqueue(tx, deps.clock, { name: TEXT_JOB, payload })
}

/** Queues a code for a number that a person wants to prove. */
export async function textCode(
  tx: Tx,
  deps: TellDeps,
  { code, ...to }: Pick<QueuedText, 'channel' | 'phone'> & { code: string; until: Date },
): Promise<void> {
  await queueText(tx, deps, { ...to, orSms: true, message: { kind: 'code', code } })
}

type TextNews<Data> = Pick<QueuedText, 'channel' | 'phone' | 'orSms'> & { data: Data; until: Date }

/** Queues a short message to the number of a person without an account. */
export async function textNews<Data>(
  tx: Tx,
  deps: TellDeps,
  message: Message<Data>,
  { data, ...to }: TextNews<NoInfer<Data>>,
): Promise<void> {
  const content = message.words(data, '')
  assert(content.action, `${message.name} leads nowhere`)
  const news = { kind: 'news' as const, ...toldShort(content), url: content.action.url }
  await queueText(tx, deps, { ...to, message: news })
}

// The one place that decides whether and when a text leaves: at the moment of sending, so that
// retries and an SMS in place of WhatsApp obey too (docs/decisions/0009).
const ABOUT_BOOKING = /^\/bookings\/[\w-]+$/

/**
 * Records that a text is sent. Returns false if it is too late, unwanted, or the booking had its
 * texts. Throws `JobPostponed` at night.
 */
async function takeTurn(deps: Deps, text: QueuedText): Promise<boolean> {
  const { id, channel, of, message } = text
  const now = deps.clock.now()
  const isLate = new Date(text.until) <= now
  const runAt = of && !isLate ? textTime(now, of.boardsAt) : now
  if (runAt > now) throw new JobPostponed(runAt, 'no text at night')
  const path = message.kind === 'news' ? message.url : '/'
  const isLimited = of !== undefined && ABOUT_BOOKING.test(path)
  const index = phoneIndex(deps.secrets, text.phone)
  const pesos = deps.config.textPesos[channel]
  const row = { ...{ id, channel, path, now, isLimited, index, pesos }, userId: of?.userId ?? null }
  return await inTransaction(deps.db, async (tx) => {
    const isWanted = !isLate && (await mayText(tx, text, now))
    if (isWanted && (await takeText(tx, row))) return true
    await deleteText(tx, id)
    deps.metrics.count(isLate ? 'text_late' : 'text_unwanted', { channel })
    return false
  })
}

/** What the person chose by now; without a choice, news of the travel from the day before. */
async function mayText(reader: Reader, { of, channel }: QueuedText, now: Date): Promise<boolean> {
  if (!of) return true
  const chosen = (await listPreferences(reader, of)).find((each) => each.channel === channel)
  if (chosen || of.topic !== 'travel' || of.boardsAt === null) return chosen?.enabled ?? true
  return now >= addMs(startOfBogotaDate(bogotaDate(new Date(of.boardsAt))), -DAY_MS)
}
