import type { Channel } from '#contract/notification-topics.ts'
import { announce } from '#server/domains/foundation/live/live.public.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'
import { sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import type { Message } from '#server/platform/room-message.ts'
import { queueText } from './deliver-text.ts'
import { mailLater } from './mail-digest.ts'
import { shortTimes } from './message-times.ts'
import { insertNotification } from './notifications.queries.ts'
import { channelsFor } from './preferences.ts'
import { listSubscribedSessions } from './push.queries.ts'
import { queueMail } from './send-mail.ts'
import { PUSH_JOB, type ShortMessage } from './short-message.ts'
import { topicToken } from './unsubscribe.ts'

type News<Data> = {
  userId: string
  /** `phone`: a proved number in international form, if the person wants texts. */
  to: { address: string; name: string | null; phone?: string | null }
  data: Data
  /** Id of the event. A message is sent once per cause; without a cause it is always sent. */
  cause?: string | undefined
  /** Messages with the same name and batch, such as a trip, can be merged into one mail. */
  batch?: string | undefined
}

type NotifyDeps = Pick<Deps, 'clock' | 'secrets'>

/** Notifies a person once the transaction commits, as the message allows and the person chose. */
export async function notify<Data>(
  tx: Tx,
  deps: NotifyDeps,
  message: Message<Data>,
  { userId, cause, batch, data, to: { phone = null, ...to } }: News<NoInfer<Data>>,
): Promise<void> {
  const { name: template, topic } = message
  const { inbox, mail: mailed, short, duty, rings, digest } = message.channels
  const listed = inbox ? shortOf(message, data) : undefined
  if (listed) {
    const row = { id: listed.id, title: listed.title, body: listed.body, path: listed.url }
    const grouped = digest && batch !== undefined ? batch : null
    const now = deps.clock.now()
    const told = { kind: template, cause: cause ?? newId(), batch: grouped, now }
    if (!(await insertNotification(tx, { ...row, ...told, userId }))) return
    await announce(tx, [userId], { type: 'notification', ref: listed.id })
  }
  if (!mailed && !short) return
  const channels = rings ? RINGING : await channelsFor(tx, { userId, topic })
  if (mailed && (duty || channels.has('mail'))) {
    const mail = { template, data, to }
    const stop = duty ? undefined : topicToken(deps.secrets, { userId, topic })
    if (listed && digest && batch !== undefined) {
      await mailLater(tx, deps, { id: listed.id, userId, batch, mail, stop })
    } else await queueMail(tx, deps, mail, stop)
  }
  if (!listed || !short) return
  const times = shortTimes(message, data, deps.clock.now())
  if (channels.has('push')) await push(tx, deps, { userId, listed, times })
  if (phone !== null) await text(tx, deps, { phone, channels, listed, times })
}

type Times = ReturnType<typeof shortTimes>

/** Queues a text by WhatsApp or SMS; by both if the person asked for both. */
async function text(
  tx: Tx,
  deps: NotifyDeps,
  told: { phone: string; channels: Set<Channel>; listed: Listed; times: Times },
): Promise<void> {
  const { phone, channels, times } = told
  const { title, body, url } = told.listed
  for (const channel of ['whatsapp', 'sms'] as const) {
    if (!channels.has(channel)) continue
    const message = { kind: 'news' as const, title, body, url }
    const orSms = !channels.has('sms')
    await queueText(tx, deps, { channel, phone, orSms, message, ...times })
  }
}

/** Channels of a duty call. Its sender also queues the texts, by every available channel. */
const RINGING: Set<Channel> = new Set(['mail', 'push'])

/** A message as the app's list shows it. */
type Listed = Omit<ShortMessage, 'until'>

function shortOf<Data>(message: Message<Data>, data: Data): Listed {
  const { heading, context, paragraphs, action } = message.words(data, '')
  const url = message.path ?? action?.url
  assert(url, `${message.name} leads nowhere`)
  const body = [...(context === undefined ? [] : [context]), paragraphs.join(' ')].join('\n')
  const { rings = false } = message.channels
  return { id: newId(), title: heading, body, url, topic: null, about: message.topic, rings }
}

/** Queues one job per browser of the person, so that a slow or missing browser delays no other. */
async function push(
  tx: Tx,
  deps: NotifyDeps,
  { userId, listed, times }: { userId: string; listed: Listed; times: Times },
): Promise<void> {
  const sessions = await listSubscribedSessions(tx, { userId, now: deps.clock.now() })
  const { runAt, until } = times
  const jobs = sessions.map((sessionId) => {
    const queued = { ...listed, sessionId, until: until.toISOString() }
    return { name: PUSH_JOB, payload: sealPayload(deps.secrets, PUSH_JOB, queued), runAt }
  })
  await enqueueAll(tx, deps.clock, jobs)
}
