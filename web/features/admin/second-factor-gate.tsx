import type { ReactNode } from 'react'
import { AddFactor } from '#web/domain/second-factor/add-factor.tsx'
import {
  useRefreshSecondFactor,
  useSecondFactor,
} from '#web/domain/second-factor/use-second-factor.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { ProveFactor } from './prove-factor.tsx'

// Lazy: most visits of a day have already proved the second factor.

/**
 * Wraps the staff screens: they open once this session has proved a second factor. The address
 * stays unchanged, so that the screen appears afterwards.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const query = useSecondFactor()
  const refresh = useRefreshSecondFactor()
  const status = neededAnswer(query)
  if (!status) {
    return (
      <Page title="Equipo" width="page">
        <SkeletonList rows={3} rowClass="h-40" />
      </Page>
    )
  }
  if (status.provedUntil !== null) return children
  if (status.totp || status.passkeys.length > 0) {
    return <ProveFactor status={status} onProved={refresh} />
  }
  return (
    <Page
      title="Protege tu acceso al equipo"
      lead="Quien trabaja en Cupo confirma su entrada con un segundo paso. Elige uno para empezar."
    >
      <AddFactor onDone={refresh} />
    </Page>
  )
}
