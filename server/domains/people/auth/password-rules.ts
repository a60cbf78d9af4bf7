import {
  type PasswordOwner,
  WEAKNESS_TEXT,
  type Weakness,
  weaknessOf,
} from '#contract/password-rules.ts'
import { AppError } from '#server/platform/errors.ts'
import { isCommon } from './common-passwords.ts'
import { normalise } from './password.ts'

/**
 * Refuses a new password that is short, common, the person's own name or address, a repetition or a
 * sequence (NIST SP 800-63B §3.1.1.2). `field` is the name of the form field.
 * Errors: `weak_password` with the reason.
 */
export function assertStrong(password: string, owner: PasswordOwner, field = 'password'): void {
  const weakness = weaknessWith(normalise(password), owner)
  if (weakness === null) return
  const message = WEAKNESS_TEXT[weakness]
  throw new AppError('weak_password', { message, fields: { [field]: message } })
}

function weaknessWith(password: string, owner: PasswordOwner): Weakness | null {
  return isCommon(password) ? 'common' : weaknessOf(password, owner)
}
