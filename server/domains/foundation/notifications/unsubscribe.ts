import { TOPICS, type Topic } from '#contract/notification-topics.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { readSignedId, signId } from '#server/platform/signed-id.ts'
import { savePreferences } from './preferences.queries.ts'

type Keys = Pick<Secrets, 'indexKey'>

const purposeOf = (topic: string) => `notifications.unsubscribe:${topic}`

/** Creates the token of a mail that disables mail of one topic and does nothing else. */
export function topicToken(keys: Keys, { userId, topic }: { userId: string; topic: Topic }) {
  return `${topic}.${signId(keys, purposeOf(topic), userId)}`
}

/** Disables mail of the topic in a token. Errors: `link_invalid`. */
export async function unsubscribeTopic(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  token: string,
): Promise<{ topic: Topic }> {
  const [name, signed = ''] = token.split('.', 2)
  const topic = TOPICS.find((each) => each === name)
  if (!topic) throw new AppError('link_invalid')
  const userId = readSignedId(deps.secrets, purposeOf(topic), signed)
  const chosen = [{ topic, channel: 'mail', enabled: false } as const]
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => savePreferences(tx, { userId, chosen, now }))
  return { topic }
}
