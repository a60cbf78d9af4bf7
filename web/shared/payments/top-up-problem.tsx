import type { OpenTopUps } from '#contract/payments.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { pesos, theTime } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { topUpMessage } from './top-up-rules.ts'
import { useUnfinished } from './use-unfinished.ts'

/**
 * Why a top-up of a person did not start. With too many open ones, lists them with their way out.
 */
export function TopUpProblem({ error, userId }: { error: unknown; userId: string }) {
  if (!hasCode(error, 'too_many_open_payments')) {
    return (
      <Banner tone="err" live="alert">
        {topUpMessage(error)}
      </Banner>
    )
  }
  const { open = [] } = (error.details ?? {}) as Partial<OpenTopUps>
  return (
    <>
      <Banner tone="err" live="alert">
        {error.message}
      </Banner>
      <ul className="grid divide-y divide-line">
        {open.map((each) => (
          <OpenLine key={each.reference} each={each} userId={userId} />
        ))}
      </ul>
    </>
  )
}

/** One open top-up; only a payment that the gateway does not know can be discarded. */
function OpenLine({ each, userId }: { each: OpenTopUps['open'][number]; userId: string }) {
  const online = useOnline()
  const { discard, discarding, discarded, error } = useUnfinished(userId, each.reference)
  const name = `${pesos(each.pesos)} de ${theTime(each.createdAt)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <span className="tnum">{name}</span>
      {each.isSeen && <span className="text-sm text-muted">El banco la confirma</span>}
      {discarded && (
        <span role="status" className="text-sm text-muted">
          Descartada: ya puedes recargar
        </span>
      )}
      {!each.isSeen && !discarded && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Descartar: recarga de ${name}`}
          pending={discarding}
          pendingText="Descartando…"
          disabled={!online}
          onClick={() => discard()}
        >
          Descartar
        </Button>
      )}
      {error && <Banner tone="err">{topUpMessage(error)}</Banner>}
    </li>
  )
}
