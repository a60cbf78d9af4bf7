import { sha256Hex } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endJob, hurryJob } from '#server/platform/jobs/jobs.queries.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import { QueuedText } from './queued-text.ts'
import { sendText } from './send-text.ts'

/** Sends by SMS what WhatsApp could not deliver. */
export const FALLBACK_JOB = 'notifications.text-fallback'

/** Meta's ids carry the number of the telephone. */
const keyOf = (messageId: string) => `${FALLBACK_JOB}:${sha256Hex(messageId)}`

/**
 * Keeps an SMS ready for a message that WhatsApp accepted: a job that runs when Meta reports the
 * failure, and otherwise ends unsent at the instant after which the message is of no use.
 */
export async function keepFallback(deps: Deps, messageId: string, text: QueuedText): Promise<void> {
  const payload = sealPayload(deps.secrets, FALLBACK_JOB, { ...text, channel: 'sms' })
  const job = { name: FALLBACK_JOB, payload, runAt: new Date(text.until), key: keyOf(messageId) }
  await inTransaction(deps.db, (tx) => enqueue(tx, deps.clock, job))
}

export async function deliverFallback(deps: Deps, payload: unknown): Promise<void> {
  const opened = openPayload(deps.secrets, FALLBACK_JOB, payload)
  const { channel, phone, until, message } = QueuedText.parse(opened)
  if (new Date(until) <= deps.clock.now()) return
  await sendText(deps, { channel, phone }, message)
  deps.metrics.count('text_fallback')
}

/** Sends the SMS now. False where none was kept. */
export async function sendFallbackNow(deps: Deps, messageId: string): Promise<boolean> {
  const now = deps.clock.now()
  return await hurryJob(deps.db, { name: FALLBACK_JOB, key: keyOf(messageId), now })
}

/** The message arrived. */
export async function dropFallback(deps: Deps, messageId: string): Promise<void> {
  await endJob(deps.db, { name: FALLBACK_JOB, key: keyOf(messageId) })
}
