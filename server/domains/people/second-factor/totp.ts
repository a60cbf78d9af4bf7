import { Secret, TOTP } from 'otpauth'
import { open, seal } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** What authenticator apps support everywhere (RFC 6238, with its defaults). */
const FORM = { issuer: 'Cupo', algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Codes of the step before and after are accepted too: clocks of phones differ. */
const WINDOW = 1

/** The ciphertext of a secret opens only in the row of its owner. */
export const totpContext = (userId: string) => `totp_secrets:${userId}`

/** A new secret of 160 bits, for the person to keep, and sealed. */
export function newTotp(secrets: Pick<Secrets, 'dataKey'>, userId: string, label: string) {
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ ...FORM, label, secret }).toString()
  const sealed = seal(secrets.dataKey, totpContext(userId), Buffer.from(secret.bytes))
  return { text: secret.base32, uri, sealed }
}

/** The step of 30 s that a code belongs to, now or beside; null when it is wrong. */
export function stepOf(
  secrets: Pick<Secrets, 'dataKey'>,
  typed: { userId: string; sealed: Buffer; code: string; now: Date },
): number | null {
  const bytes = open(secrets.dataKey, totpContext(typed.userId), typed.sealed)
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  const timestamp = typed.now.getTime()
  const delta = new TOTP({ ...FORM, secret }).validate({
    token: typed.code,
    timestamp,
    window: WINDOW,
  })
  return delta === null ? null : Math.floor(timestamp / 1000 / FORM.period) + delta
}
