import { lazy, Suspense } from 'react'
import type { PasswordOwner } from '#contract/password-rules.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { StrengthMeter } from './strength-meter.tsx'

// Lazy: the password rules are not needed before the first character.
const Measured = lazy(async () => ({
  default: (await retryingImport(() => import('./measured-strength.tsx'))).MeasuredStrength,
}))

/** Strength meter below the field of a new password; empty until the first character. */
export function PasswordMeter(props: { password: string; owner: PasswordOwner }) {
  const empty = <StrengthMeter strength={null} />
  if (!props.password) return empty
  return (
    <Suspense fallback={empty}>
      <Measured {...props} />
    </Suspense>
  )
}
