import { type PasswordOwner, WEAKNESS_TEXT, weaknessOf } from '#contract/password-rules.ts'
import { AppError } from '#server/platform/errors.ts'
import { isCommon } from './common-passwords.ts'
import { normalise } from './password.ts'

/**
 * Refuses a short, common or repetitive new password, or one from the person's name or address
 * (NIST SP 800-63B §3.1.1.2). `field`: name of the form field. Errors: `weak_password`.
 */
export function assertStrong(password: string, owner: PasswordOwner, field = 'password'): void {
  const given = normalise(password)
  const weakness = isCommon(given) ? 'common' : weaknessOf(given, owner)
  if (weakness === null) return
  const message = WEAKNESS_TEXT[weakness]
  throw new AppError('weak_password', { message, fields: { [field]: message } })
}
