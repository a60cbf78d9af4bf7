import { startAuthentication } from '@simplewebauthn/browser'
import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import type { SecondFactorStatus } from '#contract/second-factor.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { rereadShown } from '#web/lib/query-client.ts'
import { CodeForm } from '#web/shared/access/second-factor/code-form.tsx'
import { passkeyProblem } from '#web/shared/access/second-factor/passkey-problem.ts'
import {
  useRefreshSecondFactor,
  useSecondFactor,
} from '#web/shared/access/second-factor/use-second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Later } from '#web/ui/later.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

// Lazy: only for the first visit of a staff member.
const AddFactor = lazyPart(
  () => import('#web/shared/access/second-factor/add-factor.tsx'),
  'AddFactor',
)

/**
 * Shows the staff screens once this session has proved a second factor; the address stays. When the
 * proof ends over an open screen, the screen stays below the question: with what was typed in it.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const query = useSecondFactor()
  const refresh = useRefreshSecondFactor()
  const status = neededAnswer(query)
  const isProved = status !== undefined && status.provedUntil !== null
  const [wasProved, setWasProved] = useState(false)
  if (isProved && !wasProved) setWasProved(true)
  // Until the recovery codes are kept: a notice or the clock reads the state again before, proved.
  const [isAdding, setIsAdding] = useState(false)
  const lacksFactor = status && !status.totp && status.passkeys.length === 0
  useRefusals(refresh)
  if (!status) {
    return (
      <Page title="Equipo" width="page">
        <SkeletonList rows={3} rowClass="h-40" />
      </Page>
    )
  }
  if (isAdding || (lacksFactor && !isProved)) {
    const end = async () => {
      await refresh()
      setIsAdding(false)
    }
    return <AddFirst onAdding={() => setIsAdding(true)} onDone={end} />
  }
  if (isProved || wasProved) {
    return (
      <>
        <div className={cx('contents', !isProved && 'invisible')}>{children}</div>
        {!isProved && <ProveAgain status={status} />}
      </>
    )
  }
  return (
    <Page title={ASKED} lead={WHY}>
      <ProveFactor status={status} onProved={refresh} />
    </Page>
  )
}

/** The first second factor of a member of the team, until its recovery codes are kept. */
function AddFirst(props: ComponentProps<typeof AddFactor>) {
  return (
    <Page
      title="Protege tu acceso al equipo"
      lead="Quien trabaja en Cupo confirma su entrada con un segundo paso. Elige uno para empezar."
    >
      <Later>
        <AddFactor {...props} />
      </Later>
    </Page>
  )
}

const ASKED = 'Confirma que eres tú'
const WHY = 'Las pantallas del equipo piden un segundo paso cada 8 horas.'

/** Asks for the state anew when a call was refused for want of the second factor. */
function useRefusals(refresh: () => Promise<void>): void {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refresh` is new in each render.
  useEffect(() => {
    const hear = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (hasCode(event.action.error, 'second_factor_required')) void refresh()
    }
    const ends = [client.getQueryCache().subscribe(hear), client.getMutationCache().subscribe(hear)]
    return () => {
      for (const end of ends) end()
    }
  }, [client])
}

/** The question over a screen that was open; above its own dialogs, and closed only by proof. */
function ProveAgain({ status }: Pick<ProveFactorProps, 'status'>) {
  const client = useQueryClient()
  const [times, setTimes] = useState(0)
  return (
    <Dialog key={times} open onClose={() => setTimes(times + 1)} title={ASKED} withoutClose>
      <p>{WHY} Lo que escribiste sigue en la pantalla.</p>
      <ProveFactor status={status} onProved={() => rereadShown(client)} />
    </Dialog>
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
    <>
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
    </>
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
