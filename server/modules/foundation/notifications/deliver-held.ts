import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openPayload } from '#server/platform/jobs/sealed-payload.ts'
import { messageNamed } from './define-message.ts'
import { HELD_JOB, type Telling } from './news-hold.ts'
import { digest } from './notifications.messages.ts'
import { newestWaiting, takeWaiting } from './notifications.queries.ts'
import { send } from './notify.ts'

/** `id`: of the notification, in jobs of release 0.1.0, which have neither `listed` nor `phone`. */
type Held = Telling & { batch: string; id?: string }

/**
 * Sends the news of a kind and trip that waited, with its last state. News with several links, such
 * as of several passengers, is told as a list. Does nothing if newer news waits for its own job.
 */
export async function deliverHeld(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'messages'>,
  payload: unknown,
): Promise<void> {
  const { batch, id, ...held } = openPayload(deps.secrets, HELD_JOB, payload) as Held
  const { userId, mail, listed } = held
  await inTransaction(deps.db, async (tx) => {
    const key = { userId, kind: mail.template, batch }
    if (listed && (await newestWaiting(tx, key)) !== listed.id) return
    const items = await takeWaiting(tx, { ...key, now: deps.clock.now() })
    if (items.length === 0) return
    const message = messageNamed(deps, mail.template)
    const isThis = items.length === 1 && items[0]?.id === (listed?.id ?? id)
    const told = isThis ? { mail, listed } : together(held, items)
    await send(tx, deps, message, { userId, phone: held.phone ?? null, ...told }, mail.data)
  })
}

type Item = { title: string; body: string; path: string }

function together({ mail, listed }: Telling, waiting: Item[]): Pick<Telling, 'mail' | 'listed'> {
  const items = waiting.map(({ title, body, path }) => ({ title, body, path }))
  const { heading } = digest.words({ items }, '')
  const body = items.map(({ title }) => title).join('. ')
  return {
    mail: { to: mail.to, template: digest.name, data: { items } },
    listed: listed && { ...listed, title: heading, body, url: '/notifications' },
  }
}
