import { APP_PUSH_KEY } from '#contract/native-app.ts'
import { CHANNELS, type Channel, TOPICS, type Topic } from '#contract/notification-topics.ts'
import type { Preferences } from '#contract/notifications.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { AnyMessage, Messages } from '#server/platform/message.ts'
import { bounceOf } from './mail-suppressions.ts'
import {
  type Chosen,
  listPreferences,
  type PreferenceRow,
  savePreferences,
} from './preferences.queries.ts'
import { findDevice, findSubscription, isMobileSession } from './push.queries.ts'
import { vapidPublicKey } from './vapid.ts'

type PreferenceDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls' | 'messages'>

const isText = (channel: string) => channel === 'whatsapp' || channel === 'sms'

/** Tells whether mail of a topic cannot be switched off, because every mail of it is mandatory. */
function isFixed({ messages }: Pick<Deps, 'messages'>, topic: Topic, channel: Channel): boolean {
  if (channel !== 'mail') return false
  const mailed = messagesOf(messages, topic).filter(({ channels }) => channels.mail)
  return mailed.length > 0 && mailed.every(({ channels }) => channels.duty)
}

function messagesOf(messages: Messages, topic: Topic): AnyMessage[] {
  return [...messages.values()].filter((message) => message.topic === topic)
}

/** Mail and push are on at first; texts for the travel only, until one of the two is chosen. */
function enabledIn(rows: readonly PreferenceRow[], topic: Topic, channel: Channel): boolean {
  const row = rows.find((each) => each.topic === topic && each.channel === channel)
  const ofTopic = rows.filter((each) => each.topic === topic && each.enabled)
  const mayText = topic === 'travel' && !ofTopic.some((each) => isText(each.channel))
  return row?.enabled ?? (!isText(channel) || mayText)
}

/** Returns the channels that a person enabled for a topic; mandatory mail is sent regardless. */
export async function channelsFor(
  reader: Reader,
  asked: { userId: string; topic: Topic },
): Promise<Set<Channel>> {
  const rows = await listPreferences(reader, asked)
  return new Set(CHANNELS.filter((channel) => enabledIn(rows, asked.topic, channel)))
}

/** Returns a person's preferences, and the push options of this session. */
export async function showPreferences(
  deps: PreferenceDeps,
  { userId, sessionId }: Actor,
): Promise<Preferences> {
  const here = { sessionId, now: deps.clock.now() }
  const [rows, subscription, device, inApp, mailBounces] = await Promise.all([
    listPreferences(deps.db, { userId }),
    findSubscription(deps.db, here),
    findDevice(deps.db, here),
    isMobileSession(deps.db, sessionId),
    bounceOf(deps, userId),
  ])
  // Topics without messages are not offered.
  const used = TOPICS.filter((topic) => messagesOf(deps.messages, topic).length > 0)
  const preferences = used.flatMap((topic) =>
    CHANNELS.map((channel) => {
      const fixed = isFixed(deps, topic, channel)
      return { topic, channel, enabled: fixed || enabledIn(rows, topic, channel), fixed }
    }),
  )
  return {
    preferences,
    pushKey: inApp ? keyOfApp(deps) : keyOfBrowsers(deps),
    pushHere: subscription !== undefined || device !== undefined,
    whatsapp: deps.urls.whatsapp !== undefined,
    sms: deps.urls.sms !== undefined,
    mailBounces,
  }
}

const keyOfBrowsers = ({ secrets }: Pick<Deps, 'secrets'>) =>
  secrets.vapid ? vapidPublicKey(secrets.vapid) : null

/** Marker of the app, which uses a Firebase token instead of a key. */
const keyOfApp = ({ secrets }: Pick<Deps, 'secrets'>) => (secrets.fcm ? APP_PUSH_KEY : null)

/** Enables or disables channels of topics. Safe to repeat. Errors: `preference_fixed`. */
export async function choosePreferences(
  deps: PreferenceDeps,
  actor: Actor,
  given: readonly Chosen[],
): Promise<Preferences> {
  if (given.some(({ topic, channel, enabled }) => !enabled && isFixed(deps, topic, channel))) {
    throw new AppError('preference_fixed')
  }
  // Keeps the last value of each, since one statement cannot write a row twice.
  const chosen = [...new Map(given.map((each) => [`${each.topic} ${each.channel}`, each])).values()]
  const { userId } = actor
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => savePreferences(tx, { userId, chosen, now }))
  return await showPreferences(deps, actor)
}
