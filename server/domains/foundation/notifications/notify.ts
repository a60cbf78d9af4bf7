import type { Channel } from '#contract/notification-topics.ts'
import { announce } from '#server/domains/foundation/live/live.public.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'
import { sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import { catalogue } from './catalogue.ts'
import { queueText } from './deliver-text.ts'
import type { MailBody } from './mail-body.ts'
import { mailLater } from './mail-digest.ts'
import { contentOf } from './mail-templates.ts'
import { shortTimes } from './message-times.ts'
import { insertNotification } from './notifications.queries.ts'
import { channelsFor } from './preferences.ts'
import { subscribedSessions } from './push.queries.ts'
import { sendMail } from './send-mail.ts'
import { PUSH_JOB, type ShortMessage } from './short-message.ts'
import { topicToken } from './unsubscribe.ts'

type News = MailBody & {
  userId: string
  /** `phone`: a proved number as it is dialled, for who wants to be told there. */
  to: { address: string; name: string | null; phone?: string | null }
  /** What happened. The same kind with the same cause is told once; always told without one. */
  cause?: string | undefined
  /** Messages of the same kind and batch, such as a trip, may become one mail. */
  batch?: string | undefined
}

type NotifyDeps = Pick<Deps, 'clock' | 'secrets'>

/**
 * Tells a person what happened, once the transaction commits: in the app's list of notifications,
 * and by mail and in short as the catalogue says for the template and the person chose.
 */
export async function notify(
  tx: Tx,
  deps: NotifyDeps,
  { userId, cause, batch, ...news }: News,
): Promise<void> {
  const { phone = null, ...to } = news.to
  const mail = { ...news, to }
  const { inbox, mail: mailed, short, duty, rings, digest, topic } = catalogue[mail.template]
  const message = inbox ? messageOf(mail) : undefined
  if (message) {
    const row = { id: message.id, title: message.title, body: message.body, path: message.url }
    const grouped = digest && batch !== undefined ? batch : null
    const told = {
      kind: mail.template,
      cause: cause ?? newId(),
      batch: grouped,
      now: deps.clock.now(),
    }
    if (!(await insertNotification(tx, { ...row, ...told, userId }))) return
    await announce(tx, [userId], { type: 'notification', ref: message.id })
  }
  if (!mailed && !short) return
  const channels = rings ? RINGING : await channelsFor(tx, { userId, topic })
  if (mailed && (duty || channels.has('mail'))) {
    const stop = duty ? undefined : topicToken(deps.secrets, { userId, topic })
    if (message && digest && batch !== undefined) {
      await mailLater(tx, deps, { id: message.id, userId, batch, mail, stop })
    } else await sendMail(tx, deps, mail, stop)
  }
  if (!message || !short) return
  if (channels.has('push')) await push(tx, deps, { userId, mail, message })
  if (phone !== null) await text(tx, deps, { phone, channels, mail, message })
}

/** By WhatsApp or SMS; by both for who asked for both. */
async function text(
  tx: Tx,
  deps: NotifyDeps,
  told: { phone: string; channels: Set<Channel>; mail: MailBody; message: Message },
): Promise<void> {
  const { phone, channels, mail } = told
  const { title, body, url } = told.message
  const times = shortTimes(mail, deps.clock.now())
  for (const channel of ['whatsapp', 'sms'] as const) {
    if (!channels.has(channel)) continue
    const message = { kind: 'news' as const, title, body, url }
    const orSms = !channels.has('sms')
    await queueText(tx, deps, { channel, phone, orSms, message, ...times })
  }
}

/** Who calls the team sends the texts itself, by every channel there is. */
const RINGING: Set<Channel> = new Set(['mail', 'push'])

type Message = Omit<ShortMessage, 'until'>

function messageOf(mail: MailBody): Message {
  const { heading, context, paragraphs, action } = contentOf(mail, '')
  const url = catalogue[mail.template].path ?? action?.url
  assert(url, `${mail.template} leads nowhere`)
  const body = [...(context === undefined ? [] : [context]), paragraphs.join(' ')].join('\n')
  const { topic: about, rings = false } = catalogue[mail.template]
  return { id: newId(), title: heading, body, url, topic: null, about, rings }
}

/** One job for each browser of the person: one that is slow or gone holds up no other. */
async function push(
  tx: Tx,
  deps: NotifyDeps,
  { userId, mail, message }: { userId: string; mail: MailBody; message: Message },
): Promise<void> {
  const now = deps.clock.now()
  const sessions = await subscribedSessions(tx, { userId, now })
  const { runAt, until } = shortTimes(mail, now)
  await enqueueAll(
    tx,
    deps.clock,
    sessions.map((sessionId) => {
      const queued = { ...message, sessionId, until: until.toISOString() }
      return { name: PUSH_JOB, payload: sealPayload(deps.secrets, PUSH_JOB, queued), runAt }
    }),
  )
}
