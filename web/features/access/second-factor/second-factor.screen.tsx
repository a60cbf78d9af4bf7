import { useState } from 'react'
import type { SecondFactorStatus } from '#contract/second-factor.ts'
import { api } from '#web/lib/api.ts'
import { dayInSentence } from '#web/lib/format.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { AddFactor } from '#web/shared/access/second-factor/add-factor.tsx'
import { RecoveryCodes } from '#web/shared/access/second-factor/recovery-codes.tsx'
import {
  useRefreshSecondFactor,
  useSecondFactor,
} from '#web/shared/access/second-factor/use-second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** The viewer's second factors: list, add and remove them, and make new recovery codes. */
export function Screen() {
  const query = useSecondFactor()
  const refresh = useRefreshSecondFactor()
  const status = neededAnswer(query)
  return (
    <Page title="Tu segundo paso" lead="Con él entras a las pantallas del equipo.">
      {status ? (
        <>
          <Factors status={status} refresh={refresh} />
          <AddFactor hasTotp={status.totp} onDone={refresh} />
          <NewCodes left={status.recoveryCodesLeft} refresh={refresh} />
        </>
      ) : (
        <SkeletonList rows={3} rowClass="h-40" />
      )}
    </Page>
  )
}

type Refresh = { refresh: () => Promise<void> }

function Factors({ status, refresh }: Refresh & { status: SecondFactorStatus }) {
  const remove = useAct(
    (passkeyId: string | null) =>
      passkeyId === null
        ? api.secondFactor.removeTotp()
        : api.secondFactor.removePasskey({ params: { passkeyId } }),
    { refresh },
  )
  const factors = [
    ...(status.totp ? [{ id: null, name: 'App de códigos', detail: 'Un código cada 30 s' }] : []),
    ...status.passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      detail: usedAt ? `Usada ${dayInSentence(usedAt)}` : `Agregada ${dayInSentence(createdAt)}`,
    })),
  ]
  return (
    <CardSection title="Lo que usas">
      <ErrorBanner error={remove.error} />
      {factors.length === 0 && <p className="text-muted">Todavía no tienes ninguno.</p>}
      <ul className="grid divide-y divide-line empty:hidden">
        {factors.map(({ id, name, detail }) => (
          <li key={id ?? 'totp'} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{name}</span>
              <span className="block text-sm text-muted">{detail}</span>
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Quitar ${name}`}
              pending={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
            >
              Quitar
            </Button>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function NewCodes({ left, refresh }: Refresh & { left: number }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const make = useAct(() => api.secondFactor.newRecoveryCodes({ body: {} }), {
    onDone: (answer) => setCodes(answer.recoveryCodes),
  })
  const done = async () => {
    setCodes(null)
    await refresh()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={done} />
  return (
    <CardSection title="Códigos de recuperación">
      <ErrorBanner error={make.error} />
      <p className="mb-4">
        Te quedan {left} de 10. Si haces códigos nuevos, los anteriores dejan de servir.
      </p>
      <Button variant="secondary" run={make}>
        Hacer códigos nuevos
      </Button>
    </CardSection>
  )
}
