import { sha256Hex } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endJob, hurryJob } from '#server/platform/jobs/jobs.queries.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import type { QueuedText } from './text-call.ts'

/** Job that sends by SMS a message that WhatsApp could not deliver. */
export const FALLBACK_JOB = 'notifications.text-fallback'

/** The id is hashed, since ids of Meta contain the phone number. */
const keyOf = (messageId: string) => `${FALLBACK_JOB}:${sha256Hex(messageId)}`

/** Queues an SMS that is sent if Meta reports a failure, and that otherwise ends unsent. */
export async function keepFallback(deps: Deps, messageId: string, text: QueuedText): Promise<void> {
  const payload = sealPayload(deps.secrets, FALLBACK_JOB, { ...text, channel: 'sms' })
  const job = { name: FALLBACK_JOB, payload, runAt: new Date(text.until), key: keyOf(messageId) }
  await inTransaction(deps.db, (tx) => enqueue(tx, deps.clock, job))
}

/** Sends the queued SMS now. Returns false if there is none. */
export async function sendFallbackNow(deps: Deps, messageId: string): Promise<boolean> {
  const now = deps.clock.now()
  return await hurryJob(deps.db, { name: FALLBACK_JOB, key: keyOf(messageId), now })
}

/** Ends the queued SMS after WhatsApp delivered the message. */
export async function dropFallback(deps: Deps, messageId: string): Promise<void> {
  await endJob(deps.db, { name: FALLBACK_JOB, key: keyOf(messageId) })
}
