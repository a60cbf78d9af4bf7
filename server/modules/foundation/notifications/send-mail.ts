import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import type { Message } from '#server/platform/message.ts'

/** Recipient of a mail; `name` is used in the greeting. */
type Recipient = { address: string; name: string | null }

/** A mail as jobs store it: the name of its message, and its facts. */
export type StoredMail = { template: string; data: unknown; to: Recipient }

/** Payload of the queue: a repeated delivery has the same message id. */
export type QueuedMail = StoredMail & {
  id: string
  /** Token that disables mail of its topic; absent for mandatory mail. */
  stop?: string
}

export const MAIL_JOB = 'notifications.mail'

/** Queues a mail when the transaction commits, regardless of the person's preferences. */
export async function sendMail<Data>(
  tx: Tx,
  deps: TellDeps,
  message: Message<Data>,
  { to, data }: { to: Recipient; data: NoInfer<Data> },
): Promise<void> {
  await queueMail(tx, deps, { template: message.name, data, to })
}

/**
 * Queues a mail, which is sent only if the transaction commits. It is stored encrypted, so that the
 * queue reveals neither the recipient nor a valid link. `stop` disables mail of its topic.
 */
export async function queueMail(tx: Tx, deps: TellDeps, mail: StoredMail, stop?: string) {
  const queued: QueuedMail = { ...mail, id: newId(), ...(stop === undefined ? {} : { stop }) }
  const payload = sealPayload(deps.secrets, MAIL_JOB, queued)
  await enqueue(tx, deps.clock, { name: MAIL_JOB, payload })
}

/** Decrypts a payload queued by `queueMail`. Throws for any other payload. */
export function openMail(deps: Pick<Deps, 'secrets'>, payload: unknown): QueuedMail {
  return openPayload(deps.secrets, MAIL_JOB, payload) as QueuedMail
}
