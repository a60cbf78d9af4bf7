import { z } from 'zod'
import { isCurrent, open, seal, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { replaceBody, sealedBodiesAfter } from './messages.queries.ts'

const Body = z.union([
  z.object({ text: z.string() }),
  z.object({ position: z.object({ lat: z.number(), lng: z.number() }) }),
])

/** Content of a message. Never logged, and never part of a mail or push message. */
export type Body = z.infer<typeof Body>

type Keys = Pick<Secrets, 'dataKey'>

/** Encryption context: a ciphertext can be opened only with the id of its own row. */
function contextOf(messageId: string): string {
  return `conversation_messages.body:${messageId}`
}

export function sealBody(secrets: Keys, messageId: string, body: Body): Buffer {
  return seal(secrets.dataKey, contextOf(messageId), Buffer.from(JSON.stringify(body), 'utf8'))
}

export function openBody(secrets: Keys, messageId: string, sealed: Buffer): Body {
  return Body.parse(
    JSON.parse(open(secrets.dataKey, contextOf(messageId), sealed).toString('utf8')),
  )
}

/** Re-encrypts messages under the current key. Safe to interrupt and to repeat. */
export function resealMessages(deps: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  const { db, secrets } = deps
  return resealAll({
    after: (id) => sealedBodiesAfter(db, id),
    renew: async ({ id, sealed }) => {
      if (isCurrent(secrets.dataKey, sealed)) return false
      return replaceBody(db, { id, sealed, anew: sealAnew(secrets.dataKey, contextOf(id), sealed) })
    },
  })
}
