import type { PasswordOwner } from '#contract/password-rules.ts'
import { strengthOf } from './password-strength.ts'
import { StrengthMeter } from './strength-meter.tsx'

/** Below the field of a new password; its words from the first character on. */
export function PasswordMeter({ password, owner }: { password: string; owner: PasswordOwner }) {
  return <StrengthMeter strength={password ? strengthOf(password, owner) : null} />
}
