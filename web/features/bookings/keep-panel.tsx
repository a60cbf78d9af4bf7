import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { messageOf } from '#web/lib/api-error.ts'
import { pesos } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { topUpFor } from './book-plan.ts'
import { KeepCountdown } from './keep-countdown.tsx'
import type { OwnKeep } from './keep-time.ts'
import { useExtendKeep, useForgetSeats, useReleaseKeep } from './use-keep.ts'

type PanelProps = {
  keep: OwnKeep
  /** Missing pesos in the wallet; 0 after the top-up has arrived. */
  missing: number
  onReleased: () => void
}

/** The kept seat: remaining time, missing amount, and the actions to continue or release it. */
export function KeepPanel({ keep, missing, onReleased }: PanelProps) {
  const online = useOnline()
  const release = useReleaseKeep(keep, onReleased)
  const extend = useExtendKeep(keep.tripId)
  const onEnd = useReturned(keep.tripId)
  const problem = release.error ?? extend.error
  return (
    <Card className="grid gap-4 border-bosque!">
      <KeepCountdown keep={keep} onEnd={onEnd} />
      {missing > 0 && keep.validating >= missing && <Validating pesos={keep.validating} />}
      {missing > 0 && keep.validating < missing && <TopUpNote missing={missing} />}
      {!online && (
        <Banner tone="warn">
          Necesitas conexión para recargar. Tu cupo sigue apartado hasta que se acabe el tiempo.
        </Banner>
      )}
      {missing === 0 && <p>Confirma tu reserva antes de que se acabe el tiempo.</p>}
      {problem && <Banner tone="err" title={messageOf(problem)} />}
      <div className="flex flex-wrap gap-2">
        {keep.canExtend && (
          <Button
            size="sm"
            variant="secondary"
            pending={extend.isPending}
            disabled={!online}
            onClick={() => extend.mutate(keep.id)}
          >
            Dame más tiempo
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          pending={release.isPending}
          disabled={!online}
          onClick={() => release.mutate()}
        >
          Soltar el cupo
        </Button>
      </div>
    </Card>
  )
}

/** Notice that the bank has not confirmed the payment yet, so nobody pays twice. */
function Validating({ pesos: amount }: { pesos: number }) {
  return (
    <Banner tone="info" live="off" title={`Tienes ${pesos(amount)} en validación`}>
      Tu banco aún no confirma la recarga; no tienes que pagar de nuevo. Tu cupo sigue apartado y
      esta página se actualiza sola.
    </Banner>
  )
}

/** Delay before the second refetch: the server releases an expired keep a moment after its end. */
const RETURNED_MS = 1_500

/** Refetches seats when a keep expires, and again after the server has released them. */
function useReturned(tripId: string): () => void {
  const forget = useForgetSeats()
  const latest = useRef(forget)
  useEffect(() => {
    latest.current = forget
  })
  return useCallback(() => {
    void latest.current(tripId)
    setTimeout(() => void latest.current(tripId), RETURNED_MS)
  }, [tripId])
}

/** The missing amount; the button at the bottom tops it up. */
function TopUpNote({ missing }: { missing: number }) {
  const { pathname, search } = useLocation()
  const amount = topUpFor(missing)
  return (
    <div className="grid gap-3">
      <p>
        Te faltan <strong className="tnum">{pesos(missing)}</strong>.{' '}
        {amount > missing && `La recarga mínima es de ${pesos(amount)}. `}
        Al empezar la recarga apartamos tu cupo por más tiempo; al volver queda reservado.
      </p>
      <p className="text-sm text-muted">
        Pagas con tarjeta, PSE, Nequi o Bancolombia en la página segura de Wompi.{' '}
        <Link to={paths.wallet({ amount, returnTo: pathname + search })}>Recargar otro valor</Link>
      </p>
    </div>
  )
}
