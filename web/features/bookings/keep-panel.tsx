import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { perSeats, pesos } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { useHere } from '#web/lib/use-return-to.ts'
import { KeepCountdown, useReturned } from '#web/shared/bookings/seat-keeps/keep-countdown.tsx'
import { keepReturned, type OwnKeep } from '#web/shared/bookings/seat-keeps/keep-time.ts'
import {
  useExtendKeep,
  useForgetSeats,
  useReleaseKeep,
} from '#web/shared/bookings/seat-keeps/use-keep.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { type BookPlan, topUpFor } from './book-plan.ts'
import { Overlapping, overlapOf } from './book-refusal.tsx'
import type { useConfirm } from './use-confirm.ts'

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
  const still = perSeats(keep.seats, 'Tu cupo sigue apartado', 'Tus cupos siguen apartados')
  const problem = release.error ?? extend.error
  return (
    <Card className="grid gap-4 border-bosque!">
      <KeepCountdown keep={keep} onEnd={onEnd} />
      {/* The bank has not confirmed the payment yet: nobody should pay twice. */}
      {missing > 0 && keep.validating >= missing && (
        <Banner tone="info" live="off" title={`Tienes ${pesos(keep.validating)} en validación`}>
          Tu banco aún no confirma la recarga; no tienes que pagar de nuevo. {still} y esta página
          se actualiza sola.
        </Banner>
      )}
      {missing > 0 && keep.validating < missing && (
        <TopUpNote missing={missing} seats={keep.seats} />
      )}
      {!online && (
        <Banner tone="warn">
          Necesitas conexión para recargar. {still} hasta que se acabe el tiempo.
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
        <Button size="sm" variant="ghost" run={release} disabled={!online}>
          Soltar {perSeats(keep.seats, 'el cupo', 'los cupos')}
        </Button>
      </div>
    </Card>
  )
}

/** The missing amount; the button at the bottom tops it up. */
function TopUpNote({ missing, seats }: { missing: number; seats: number }) {
  const returnTo = useHere()
  const amount = topUpFor(missing)
  return (
    <div className="grid gap-3">
      <p>
        Te faltan <strong className="tnum">{pesos(missing)}</strong>.{' '}
        {amount > missing && `La recarga mínima es de ${pesos(amount)}. `}
        Al empezar la recarga apartamos{' '}
        {perSeats(
          seats,
          'tu cupo por más tiempo; al volver queda reservado',
          'tus cupos por más tiempo; al volver quedan reservados',
        )}
        .
      </p>
      <p className="text-sm text-muted">
        Pagas con tarjeta, PSE, Nequi o Bancolombia en la página segura de Wompi.{' '}
        <Link to={paths.wallet({ amount, returnTo })}>Recargar otro valor</Link>
      </p>
    </div>
  )
}

type OfferProps = {
  plan: BookPlan
  missing: number
  /** A keep of these seats has ended. */
  ended: boolean
  /** Whether the person keeps seats on another trip or segment, which a new keep replaces. */
  keepsOthers: boolean
  keep: ReturnType<typeof useConfirm>['keep']
}

/** States the missing amount and offers to keep the seats during the top-up. */
export function KeepOffer({ plan, missing, ended, keepsOthers, keep }: OfferProps) {
  const online = useOnline()
  const full = plan.segment.seatsLeft < plan.seats
  // A seat that was just released may not be counted yet, so its last holder may still try.
  if (full && !ended) return <Banner tone="warn" title="Ya no hay cupos para este tramo" />
  const { seats } = plan
  const endedTitle = keepsOthers ? replacedText(seats) : keepReturned(seats)
  const mine = perSeats(seats, 'tu cupo', 'tus cupos')
  return (
    <>
      <Banner
        tone="warn"
        title={ended ? endedTitle : `Te faltan ${pesos(missing)}`}
        action={
          <Button
            size="sm"
            variant="secondary"
            run={keep}
            pendingText={`Apartando ${mine}…`}
            disabled={!online}
          >
            {ended
              ? 'Intentar de nuevo'
              : `Solo apartar ${perSeats(seats, 'mi cupo', 'mis cupos')}`}
          </Button>
        }
      >
        {ended && `Te faltan ${pesos(missing)}. `}
        {full && 'Por ahora no vemos cupos libres. '}
        {topUpSentence(missing)} Apartamos {mine} mientras pagas; al volver{' '}
        {perSeats(seats, 'queda reservado', 'quedan reservados')}.
        {keepsOthers && ' Soltamos el que ya tenías apartado.'}
      </Banner>
      {keep.isError && <KeepRefusal error={keep.error} {...{ missing, seats }} />}
    </>
  )
}

type RefusalProps = { error: unknown; missing: number; seats: number }

/** Why the seat was not kept; topping up is still possible. */
function KeepRefusal({ error, missing, seats }: RefusalProps) {
  const returnTo = useHere()
  const amount = topUpFor(missing)
  const overlap = overlapOf(error)
  if (overlap) return <Overlapping overlap={overlap} />
  const mayTopUp = hasCode(error, 'too_many_keeps', 'busy', 'rate_limited')
  return (
    <Banner
      tone="err"
      title={messageOf(error)}
      action={
        mayTopUp && (
          <ButtonLink to={paths.wallet({ amount, returnTo })} size="sm" variant="secondary">
            Recargar {pesos(amount)} sin apartar
          </ButtonLink>
        )
      }
    >
      No apartamos {perSeats(seats, 'el cupo', 'los cupos')} y tu dinero sigue igual.
    </Banner>
  )
}

/** Why the top-up is larger than the missing amount. */
function topUpSentence(missing: number): string {
  const amount = topUpFor(missing)
  return amount > missing ? `La recarga mínima es de ${pesos(amount)}.` : ''
}

const replacedText = (seats: number) =>
  perSeats(
    seats,
    'Apartaste otro cupo; este volvió a la venta',
    'Apartaste otros cupos; estos volvieron a la venta',
  )

type EndedProps = { tripId: string; seats: number; replaced: boolean }

/** Notice after a keep ended with enough balance: the seat can be booked if it is still free. */
export function KeepEnded({ tripId, seats, replaced }: EndedProps) {
  const lookAgain = useForgetSeats()
  return (
    <Banner
      tone="warn"
      title={replaced ? replacedText(seats) : keepReturned(seats)}
      action={
        <Button size="sm" variant="secondary" onClick={() => void lookAgain(tripId)}>
          Intentar de nuevo
        </Button>
      }
    >
      No te cobramos nada. Si todavía hay cupo, confirma tu reserva.
    </Banner>
  )
}
