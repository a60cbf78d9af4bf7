import type { Channel } from '#contract/notification-topics.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'
import { sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import type { Message } from '#server/platform/message.ts'
import { queueText } from './deliver-text.ts'
import { announce } from './live/announce.ts'
import { shortTimes } from './message-times.ts'
import { toldShort } from './message-words.ts'
import { holdNews, type Listed, mayWait, type Telling, waitsUntil } from './news-hold.ts'
import { insertNotification, replaceWaiting } from './notifications.queries.ts'
import { channelsFor } from './preferences.ts'
import { listSubscribedSessions } from './push.queries.ts'
import { queueMail } from './send-mail.ts'
import { PUSH_JOB } from './short-message.ts'
import { topicToken } from './unsubscribe.ts'

type News<Data> = {
  userId: string
  /** `phone`: a proved number in international form, if the person wants texts. */
  to: { address: string; name: string | null; phone?: string | null }
  data: Data
  /** Id of the event. A message is sent once per cause; without a cause it is always sent. */
  cause?: string | undefined
  /** Trip of the news; repeats of one kind about it wait (`news-hold.ts`). Else its link. */
  batch?: string | undefined
}

/** Notifies a person once the transaction commits, as the message allows and the person chose. */
export async function notify<Data>(
  tx: Tx,
  deps: TellDeps,
  message: Message<Data>,
  { userId, cause, batch, data, to: { phone = null, ...to } }: News<NoInfer<Data>>,
): Promise<void> {
  const { name: template, channels } = message
  const listed = channels.inbox ? shortOf(message, data) : undefined
  const telling: Telling = { userId, phone, listed, mail: { template, data, to } }
  if (!listed) return await send(tx, deps, message, telling)
  const now = deps.clock.now()
  const key = { userId, kind: template, batch: batch ?? listed.url.slice(0, BATCH_MAX) }
  const until = mayWait(message) ? await waitsUntil(tx, message, { key, data, now }) : undefined
  const { id, title, body, url: path } = listed
  const stored = {
    ...{ id, title, body, path, userId, kind: template, cause: cause ?? newId(), now },
    batch: mayWait(message) ? key.batch : null,
    sentAt: mayWait(message) && !until ? now : null,
  }
  if (!(await insertNotification(tx, stored))) return
  if (until) {
    await replaceWaiting(tx, { ...key, id, path, now })
    await holdNews(tx, deps, { key, telling, until })
  }
  await announce(tx, [userId], { type: 'notification', ref: id })
  if (!until) await send(tx, deps, message, telling)
}

/** Maximum length of `notifications.batch`. */
const BATCH_MAX = 100

/**
 * Sends a message by mail and to telephones, as it allows and the person chose. `facts`: of the
 * message, if `mail` is of another.
 */
export async function send<Data>(
  tx: Tx,
  deps: TellDeps,
  { topic, ...message }: Message<Data>,
  { userId, phone, listed, mail }: Telling,
  facts = mail.data as Data,
): Promise<void> {
  const { mail: mailed, short, duty, rings, texts } = message.channels
  if (!mailed && !short) return
  const channels = rings ? RINGING : await channelsFor(tx, { userId, topic })
  if (texts) channels.add('whatsapp')
  if (mailed && (duty || channels.has('mail'))) {
    await queueMail(tx, deps, mail, duty ? undefined : topicToken(deps.secrets, { userId, topic }))
  }
  if (!listed || !short) return
  const times = shortTimes({ ...message, topic }, facts, deps.clock.now())
  if (channels.has('push')) await push(tx, deps, { userId, listed, times })
  const channel = (['whatsapp', 'sms'] as const).find((each) => channels.has(each))
  if (phone === null || !channel) return
  const { title, body, url } = listed
  const of = { userId, topic, boardsAt: message.boardsAt?.(facts) ?? null }
  const text = { of, phone, channel, orSms: true, until: times.until }
  await queueText(tx, deps, { ...text, message: { kind: 'news', title, body, url } })
}

/** Channels of a duty call. Its sender also queues the texts, by every available channel. */
const RINGING: Set<Channel> = new Set(['mail', 'push'])

function shortOf<Data>(message: Message<Data>, data: Data): Listed {
  const content = message.words(data, '')
  const url = message.path ?? content.action?.url
  assert(url, `${message.name} leads nowhere`)
  const { rings = false } = message.channels
  const { topic: about } = message
  return { ...toldShort(content), id: newId(), url, topic: null, about, rings }
}

/** Queues one job per browser of the person, so that a slow or missing browser delays no other. */
async function push(
  tx: Tx,
  deps: TellDeps,
  {
    userId,
    listed,
    times,
  }: { userId: string; listed: Listed; times: ReturnType<typeof shortTimes> },
): Promise<void> {
  const sessions = await listSubscribedSessions(tx, { userId, now: deps.clock.now() })
  const { runAt, until, stays } = times
  const jobs = sessions.map((sessionId) => {
    const queued = { ...listed, sessionId, stays, until: until.toISOString() }
    return { name: PUSH_JOB, payload: sealPayload(deps.secrets, PUSH_JOB, queued), runAt }
  })
  await enqueueAll(tx, deps.clock, jobs)
}
