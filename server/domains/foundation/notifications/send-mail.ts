import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import type { Message } from '#server/platform/room-message.ts'

/** `name`: how to greet the person. */
type Recipient = { address: string; name: string | null }

/** A mail as jobs store it: the name of its message, and the facts. */
export type StoredMail = { template: string; data: unknown; to: Recipient }

/** What waits in the queue: a repeated delivery carries the same message id. */
export type QueuedMail = StoredMail & {
  id: string
  /** Switches off the mails of its topic; absent where they cannot be. */
  stop?: string
}

export const MAIL_JOB = 'notifications.mail'

/** Mails a message, once the transaction commits, whatever the person chose. */
export async function sendMail<Data>(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  message: Message<Data>,
  { to, data }: { to: Recipient; data: NoInfer<Data> },
): Promise<void> {
  await queueMail(tx, deps, { template: message.name, data, to })
}

/**
 * Puts a mail into the outbox: it leaves only if the transaction commits. It waits encrypted, so
 * that the queue tells nobody who was written to, nor a link that still works. `stop` switches off
 * the mails of its topic.
 */
export async function queueMail(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  mail: StoredMail,
  stop?: string,
): Promise<void> {
  const queued: QueuedMail = { ...mail, id: newId(), ...(stop === undefined ? {} : { stop }) }
  const payload = sealPayload(deps.secrets, MAIL_JOB, queued)
  await enqueue(tx, deps.clock, { name: MAIL_JOB, payload })
}

/** Reads what `queueMail` queued; throws for anything else. */
export function openMail(deps: Pick<Deps, 'secrets'>, payload: unknown): QueuedMail {
  return openPayload(deps.secrets, MAIL_JOB, payload) as QueuedMail
}
