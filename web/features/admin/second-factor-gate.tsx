import { startAuthentication } from '@simplewebauthn/browser'
import { type ReactNode, useState } from 'react'
import type { SecondFactorStatus } from '#contract/second-factor.ts'
import { api } from '#web/lib/api.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { CodeForm } from '#web/shared/access/second-factor/code-form.tsx'
import { passkeyProblem } from '#web/shared/access/second-factor/passkey-problem.ts'
import {
  useRefreshSecondFactor,
  useSecondFactor,
} from '#web/shared/access/second-factor/use-second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Later } from '#web/ui/later.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

// Lazy: only for the first visit of a staff member.
const AddFactor = lazyPart(
  () => import('#web/shared/access/second-factor/add-factor.tsx'),
  'AddFactor',
)

/** Shows the staff screens once this session has proved a second factor; the address stays. */
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
      <Later>
        <AddFactor onDone={refresh} />
      </Later>
    </Page>
  )
}

type ProveFactorProps = { status: SecondFactorStatus; onProved: () => Promise<void> }
type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Second login step of a staff member, once per working day. */
function ProveFactor({ status, onProved }: ProveFactorProps) {
  const [recovery, setRecovery] = useState(false)
  const send = async (code: string) => {
    await api.secondFactor.prove({ body: recovery ? { recoveryCode: code } : { code } })
    await onProved()
  }
  return (
    <Page
      title="Confirma que eres tú"
      lead="Las pantallas del equipo piden un segundo paso cada 8 horas."
    >
      {status.passkeys.length > 0 && !recovery && <UsePasskey onProved={onProved} />}
      {(status.totp || recovery) && (
        <Card>
          <CodeForm key={String(recovery)} send={send} recovery={recovery} button="Confirmar" />
        </Card>
      )}
      <Button variant="ghost" className="justify-self-start" onClick={() => setRecovery(!recovery)}>
        {recovery ? 'Usar otra forma' : 'Usar un código de recuperación'}
      </Button>
      <p className="text-muted">
        ¿Perdiste todo? Otra persona de administración puede quitar tu segundo paso para que
        empieces de nuevo.
      </p>
    </Page>
  )
}

function UsePasskey({ onProved }: Pick<ProveFactorProps, 'onProved'>) {
  const [refused, setRefused] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const press = async () => {
    setRefused(null)
    setPending(true)
    try {
      const { options } = await api.secondFactor.passkeyOptions({ body: { purpose: 'prove' } })
      const { id, rawId, type, response } = await startAuthentication({
        optionsJSON: options as unknown as Options,
      })
      const credential = { id, rawId, type, response }
      await api.secondFactor.provePasskey({ body: { credential } })
      await onProved()
    } catch (error) {
      setRefused(passkeyProblem(error))
    }
    setPending(false)
  }
  return (
    <Card>
      <ErrorBanner error={refused} />
      <Button pending={pending} onClick={() => void press()}>
        Usar mi llave de acceso
      </Button>
    </Card>
  )
}
