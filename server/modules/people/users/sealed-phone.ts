import { blindIndex, open, seal } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

type Keys = Pick<Secrets, 'dataKey'>

/** Encryption context: a phone number can be decrypted only for the row of its owner. */
const phoneContext = (userId: string) => `users.phone:${userId}`

export function sealPhone(secrets: Keys, userId: string, phone: string): Buffer {
  return seal(secrets.dataKey, phoneContext(userId), Buffer.from(phone, 'utf8'))
}

/** Decrypts the phone number, for its owner and people allowed to call; null without one. */
export function openPhone(
  secrets: Keys,
  user: { id: string; phone_sealed: Buffer | null },
): string | null {
  if (!user.phone_sealed) return null
  return open(secrets.dataKey, phoneContext(user.id), user.phone_sealed).toString('utf8')
}

/** Keyed digest of a phone number. Uses a derived key, so that no other index has equal digests. */
export function phoneIndex({ indexKey }: Pick<Secrets, 'indexKey'>, phone: string): Buffer {
  return blindIndex(blindIndex(indexKey, 'users.phone'), phone)
}

/** Columns stored for a phone number: the ciphertext and the blind index. */
export function sealedPhone(
  secrets: Pick<Secrets, 'dataKey' | 'indexKey'>,
  userId: string,
  phone: string,
): { sealed: Buffer; index: Buffer } {
  return { sealed: sealPhone(secrets, userId, phone), index: phoneIndex(secrets, phone) }
}
