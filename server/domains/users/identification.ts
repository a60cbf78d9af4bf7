import { open, seal } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { bareNumber } from './person.ts'

type Keys = Pick<Secrets, 'dataKey'>

/** The ciphertext of a national id opens only in the row of its owner. */
function contextOf(userId: string): string {
  return `users.identification:${userId}`
}

export function sealIdentification(secrets: Keys, userId: string, number: string): Buffer {
  return seal(secrets.dataKey, contextOf(userId), Buffer.from(bareNumber(number), 'utf8'))
}

/** The number in clear, for its owner, the gateway form and the verifier; null when not given. */
export function openIdentification(
  secrets: Keys,
  user: { id: string; identification_sealed: Buffer | null },
): string | null {
  if (!user.identification_sealed) return null
  return open(secrets.dataKey, contextOf(user.id), user.identification_sealed).toString('utf8')
}
