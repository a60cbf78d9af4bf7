import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import type { Message } from '#server/platform/room-message.ts'
import { toldShort } from './message-words.ts'
import { sendText } from './send-text.ts'
import { TEXT_JOB } from './short-message.ts'
import { QueuedText } from './text-call.ts'
import { keepFallback } from './text-fallback.ts'

/** Sends a message to a telephone, unless it is too late; an SMS if WhatsApp does not reach it. */
export async function deliverText(deps: Deps, payload: unknown): Promise<void> {
  const text = readText(deps, payload)
  const { channel, phone, until, message } = text
  if (new Date(until) <= deps.clock.now()) return deps.metrics.count('text_late', { channel })
  const handed = await sendText(deps, { channel, phone }, message)
  if (!text.orSms || channel !== 'whatsapp' || deps.urls.sms === undefined) return
  if (handed === 'unreachable') await sendInstead(deps, text)
  else if (handed.messageId !== null) await keepFallback(deps, handed.messageId, text)
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
  deps: Pick<Deps, 'clock' | 'secrets'>,
  text: Omit<QueuedText, 'until'> & { until: Date; runAt?: Date },
): Promise<void> {
  const { runAt, until, ...rest } = text
  const queued: QueuedText = { ...rest, until: until.toISOString() }
  const payload = sealPayload(deps.secrets, TEXT_JOB, queued)
  await enqueue(tx, deps.clock, { name: TEXT_JOB, payload, ...(runAt ? { runAt } : {}) })
}

/** Queues a code for a number that a person wants to prove. */
export async function textCode(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  { code, ...to }: Pick<QueuedText, 'channel' | 'phone'> & { code: string; until: Date },
): Promise<void> {
  await queueText(tx, deps, { ...to, orSms: true, message: { kind: 'code', code } })
}

type TextNews<Data> = Pick<QueuedText, 'channel' | 'phone' | 'orSms'> & { data: Data; until: Date }

/** Queues a short message to the number of a person without an account. */
export async function textNews<Data>(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  message: Message<Data>,
  { data, ...to }: TextNews<NoInfer<Data>>,
): Promise<void> {
  const content = message.words(data, '')
  assert(content.action, `${message.name} leads nowhere`)
  const news = { kind: 'news' as const, ...toldShort(content), url: content.action.url }
  await queueText(tx, deps, { ...to, message: news })
}
