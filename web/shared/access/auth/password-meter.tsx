import { lazy, Suspense } from 'react'
import type { PasswordOwner } from '#contract/password-rules.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { StrengthMeter } from './strength-meter.tsx'

type MeterProps = { password: string; owner: PasswordOwner; hint?: string }

// Lazy: the password rules are not needed before the first character.
const Measured = lazy(async () => {
  const { strengthOf } = await retryingImport(() => import('./password-strength.ts'))
  return {
    default: ({ password, owner }: MeterProps) => (
      <StrengthMeter strength={strengthOf(password, owner)} />
    ),
  }
})

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
