import type { PasswordOwner } from '#contract/password-rules.ts'
import { StrengthMeter } from '#web/ui/strength-meter.tsx'
import { strengthOf } from './password-strength.ts'

/** Below the field of a new password; its words from the first character on. */
export function PasswordMeter({ password, owner }: { password: string; owner: PasswordOwner }) {
  return <StrengthMeter strength={password ? strengthOf(password, owner) : null} />
}
