import { isCurrent, open, seal, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { bareNumber } from './person.ts'
import { replaceSealed, sealedAfter } from './users.queries.ts'

type Keys = Pick<Secrets, 'dataKey'>

/**
 * Encryption context: the ciphertext of a national id can be decrypted only for the row of its
 * owner.
 */
function contextOf(userId: string): string {
  return `users.identification:${userId}`
}

export function sealIdentification(secrets: Keys, userId: string, number: string): Buffer {
  return seal(secrets.dataKey, contextOf(userId), Buffer.from(bareNumber(number), 'utf8'))
}

/**
 * Decrypts the national id, for its owner, the gateway form and the verifier; null when not given.
 */
export function openIdentification(
  secrets: Keys,
  user: { id: string; identification_sealed: Buffer | null },
): string | null {
  if (!user.identification_sealed) return null
  return open(secrets.dataKey, contextOf(user.id), user.identification_sealed).toString('utf8')
}

/** Encrypts a national id with the current key; null when the ciphertext already uses it. */
function reseal(secrets: Keys, userId: string, sealed: Buffer): Buffer | null {
  if (isCurrent(secrets.dataKey, sealed)) return null
  return sealAnew(secrets.dataKey, contextOf(userId), sealed)
}

/** Encrypts all national ids with the current key. Safe to interrupt and to repeat. */
export function resealIdentifications(deps: Pick<Deps, 'db' | 'secrets'>): Promise<Resealing> {
  return resealAll({
    after: (id) => sealedAfter(deps.db, id),
    renew: async ({ id, sealed }) => {
      const anew = reseal(deps.secrets, id, sealed)
      return anew !== null && (await replaceSealed(deps.db, { id, sealed, anew }))
    },
  })
}
