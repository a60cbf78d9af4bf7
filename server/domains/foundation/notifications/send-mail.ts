import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import type { MailBody } from './mail-body.ts'

export type Mail = MailBody & {
  to: {
    address: string
    /** How to greet the person. */
    name: string | null
  }
}

/** What waits in the queue: a repeated delivery carries the same message id. */
export type QueuedMail = Mail & {
  id: string
  /** Switches off the mails of its topic; absent where they cannot be. */
  stop?: string
}

export const MAIL_JOB = 'notifications.mail'

/**
 * Puts a message into the outbox: it leaves only if the transaction commits. It waits encrypted, so
 * that the queue tells nobody who was written to, nor a link that still works. `stop` switches off
 * the mails of its topic.
 */
export async function sendMail(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  mail: Mail,
  stop?: string,
): Promise<void> {
  const queued: QueuedMail = { ...mail, id: newId(), ...(stop === undefined ? {} : { stop }) }
  const payload = sealPayload(deps.secrets, MAIL_JOB, queued)
  await enqueue(tx, deps.clock, { name: MAIL_JOB, payload })
}

/** Reads what `sendMail` queued; throws for anything else. */
export function openMail(deps: Pick<Deps, 'secrets'>, payload: unknown): QueuedMail {
  return openPayload(deps.secrets, MAIL_JOB, payload) as QueuedMail
}
