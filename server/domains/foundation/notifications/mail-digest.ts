import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import { digest } from './notifications.messages.ts'
import { takeUnmailed } from './notifications.queries.ts'
import { queueMail, type StoredMail } from './send-mail.ts'

export const DIGEST_JOB = 'notifications.digest'

/** Messages of one batch within this window become one mail. */
const WINDOW_MS = 10 * MINUTE_MS
/** Delay for transactions that commit after the end of the window. */
const MARGIN_MS = MINUTE_MS

type Later = {
  /** Id of the notification whose full text is `mail`. */
  id: string
  userId: string
  batch: string
  mail: StoredMail
  stop: string | undefined
}

/**
 * Queues a mail for the end of the window, with other messages of its kind and batch. The key has
 * the number of the window, so a message that arrives while the job runs belongs to the next one.
 */
export async function mailLater(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets'>,
  later: Later,
): Promise<void> {
  const { userId, batch, mail } = later
  const window = Math.floor(deps.clock.now().getTime() / WINDOW_MS)
  const runAt = addMs(new Date((window + 1) * WINDOW_MS), MARGIN_MS)
  const key = `${DIGEST_JOB}:${userId}:${mail.template}:${batch}:${window}`
  const payload = sealPayload(deps.secrets, DIGEST_JOB, later)
  await enqueue(tx, deps.clock, { name: DIGEST_JOB, payload, runAt, key })
}

/** Mails a single message with its full text, and several messages as one digest. */
export async function deliverDigest(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  payload: unknown,
): Promise<void> {
  const { id, userId, batch, mail, stop } = openPayload(deps.secrets, DIGEST_JOB, payload) as Later
  await inTransaction(deps.db, async (tx) => {
    const asked = { userId, batch, kind: mail.template, now: deps.clock.now() }
    const told = await takeUnmailed(tx, asked)
    if (told.length === 0) return
    const isThis = told.length === 1 && told[0]?.id === id
    if (isThis) return await queueMail(tx, deps, mail, stop)
    const data = { items: told.map(({ title, body, path }) => ({ title, body, path })) }
    await queueMail(tx, deps, { to: mail.to, template: digest.name, data }, stop)
  })
}
