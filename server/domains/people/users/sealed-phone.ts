import { blindIndex, open, seal } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

type Keys = Pick<Secrets, 'dataKey'>

/** The ciphertext of a number opens only in the row of its owner. */
export const phoneContext = (userId: string) => `users.phone:${userId}`

export function sealPhone(secrets: Keys, userId: string, phone: string): Buffer {
  return seal(secrets.dataKey, phoneContext(userId), Buffer.from(phone, 'utf8'))
}

/** The number as it is dialled, for its owner and who may call them; null when there is none. */
export function openPhone(
  secrets: Keys,
  user: { id: string; phone_sealed: Buffer | null },
): string | null {
  if (!user.phone_sealed) return null
  return open(secrets.dataKey, phoneContext(user.id), user.phone_sealed).toString('utf8')
}

/** With a key of its own: no other index gives the same digest. */
export function phoneIndex({ indexKey }: Pick<Secrets, 'indexKey'>, phone: string): Buffer {
  return blindIndex(blindIndex(indexKey, 'users.phone'), phone)
}

/** What is stored of a number. */
export function sealedPhone(
  secrets: Pick<Secrets, 'dataKey' | 'indexKey'>,
  userId: string,
  phone: string,
): { sealed: Buffer; index: Buffer } {
  return { sealed: sealPhone(secrets, userId, phone), index: phoneIndex(secrets, phone) }
}
