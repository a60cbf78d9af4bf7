import type { PasswordOwner } from '#contract/password-rules.ts'
import { strengthOf } from './password-strength.ts'
import { StrengthMeter } from './strength-meter.tsx'

/** The strength of what is typed. With the password rules, which load with the first character. */
export function MeasuredStrength({ password, owner }: { password: string; owner: PasswordOwner }) {
  return <StrengthMeter strength={strengthOf(password, owner)} />
}
