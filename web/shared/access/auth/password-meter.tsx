import { Suspense } from 'react'
import type { PasswordOwner } from '#contract/password-rules.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { StrengthMeter } from './strength-meter.tsx'

type MeterProps = { password: string; owner: PasswordOwner; hint?: string }

// Lazy: the password rules are not needed before the first character.
const Measured = lazyPart(() => import('./measured-strength.tsx'), 'MeasuredStrength')

/** Strength meter below the field of a new password; only the hint until the first character. */
export function PasswordMeter(props: MeterProps) {
  const empty = <StrengthMeter strength={null} hint={props.hint} />
  if (!props.password) return empty
  return (
    <Suspense fallback={empty}>
      <Measured {...props} />
    </Suspense>
  )
}
