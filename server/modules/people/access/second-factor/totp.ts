import { Secret, TOTP } from 'otpauth'
import { open, seal } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** Parameters that all authenticator apps support (RFC 6238, with its defaults). */
const FORM = { issuer: 'Cupo', algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Accepted steps before and after the current one, because clocks of phones differ. */
const WINDOW = 1

/** Encryption context: a secret can be decrypted only for the row of its owner. */
const totpContext = (userId: string) => `totp_secrets:${userId}`

/** Creates a secret of 160 bits; returns it in clear for the person, and encrypted for storage. */
export function newTotp(secrets: Pick<Secrets, 'dataKey'>, userId: string, label: string) {
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ ...FORM, label, secret }).toString()
  const sealed = seal(secrets.dataKey, totpContext(userId), Buffer.from(secret.bytes))
  return { text: secret.base32, uri, sealed }
}

/** The 30-second step of a code, the current or a neighbouring one; null when the code is wrong. */
export function stepOf(
  secrets: Pick<Secrets, 'dataKey'>,
  typed: { userId: string; sealed: Buffer; code: string; now: Date },
): number | null {
  const bytes = open(secrets.dataKey, totpContext(typed.userId), typed.sealed)
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  const timestamp = typed.now.getTime()
  const asked = { token: typed.code, timestamp, window: WINDOW }
  const delta = new TOTP({ ...FORM, secret }).validate(asked)
  return delta === null ? null : Math.floor(timestamp / 1000 / FORM.period) + delta
}
