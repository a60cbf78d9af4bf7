import { TOPICS, type Topic } from '#contract/notification-topics.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { readSignedId, signId } from '#server/platform/signed-id.ts'
import { savePreferences } from './preferences.queries.ts'
import { findText } from './texts.queries.ts'

type Keys = Pick<Secrets, 'indexKey'>

const purposeOf = (topic: string) => `notifications.unsubscribe:${topic}`

/** Creates the token of a mail that disables mail of one topic and does nothing else. */
export function topicToken(keys: Keys, { userId, topic }: { userId: string; topic: Topic }) {
  return `${topic}.${signId(keys, purposeOf(topic), userId)}`
}

/** Disables mail of the topic in a token, or all texts (null). Errors: `link_invalid`. */
export async function unsubscribeTopic(
  deps: ActDeps,
  token: string,
): Promise<{ topic: Topic | null }> {
  const [name, signed = ''] = token.split('.', 2)
  if (name === 'texts') {
    if (!(await stopTexts(deps, { id: signed }))) throw new AppError('link_invalid')
    return { topic: null }
  }
  const topic = TOPICS.find((each) => each === name)
  if (!topic) throw new AppError('link_invalid')
  const userId = readSignedId(deps.secrets, purposeOf(topic), signed)
  const chosen = [{ topic, channel: 'mail', enabled: false } as const]
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => savePreferences(tx, { userId, chosen, now }))
  return { topic }
}

/** Disables all texts to the owner of a text; false if nobody is known. Safe to repeat. */
export async function stopTexts(
  deps: ReadDeps,
  by: Parameters<typeof findText>[1],
): Promise<boolean> {
  const found = await findText(deps.db, by)
  if (!found) return false
  const chosen = TOPICS.flatMap((topic) =>
    (['whatsapp', 'sms'] as const).map((channel) => ({ topic, channel, enabled: false })),
  )
  const input = { userId: found.userId, chosen, now: deps.clock.now() }
  await inTransaction(deps.db, (tx) => savePreferences(tx, input))
  return true
}
