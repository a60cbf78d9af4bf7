import { CalendarClock, Hourglass, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { SessionUser } from '#web/domain/auth/session-state.ts'
import { cancellationSentence } from '#web/domain/bookings/cancellation.ts'
import { DriverRecord } from '#web/domain/marks/driver-record.tsx'
import { PriceBreakdown } from '#web/domain/pricing/price-breakdown.tsx'
import type { OwnKeep } from '#web/domain/seat-keeps/keep-time.ts'
import { paymentModeWords } from '#web/domain/trips/trip-words.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { type BookPlan, bookVerb, shortfall } from './book-plan.ts'
import { BookRefusal } from './book-refusal.tsx'
import { KeepEnded, KeepOffer } from './keep-offer.tsx'
import { KeepPanel } from './keep-panel.tsx'
import { PlanRoute } from './plan-route.tsx'
import { useBalance } from './use-balance.ts'
import { useBook } from './use-book.ts'
import { useReturnsWarning } from './use-returns-warning.ts'

type StepReviewProps = {
  plan: BookPlan
  user: SessionUser
  kept: OwnKeep | null | undefined
  /** Of seats that were kept from here. */
  keepId: string | null
  onKeep: (keepId: string | null) => void
  onBack: () => void
  onBooked: (bookingId: string) => void
}

/** Everything once more, with the money before and after, and the one button that books. */
export function StepReview(props: StepReviewProps) {
  const { plan, onBack, onBooked } = props
  const { segment, total, seats } = plan
  const balance = useBalance(plan.keep !== null)
  const online = useOnline()
  const book = useBook(plan, onBooked)
  const missing = missingFor(plan, balance.data)
  const warning = useReturnsWarning(plan)
  const [made, setMade] = useState<string | null>(null)
  const keeping = <Keeping {...props} {...{ missing, made }} onMade={setMade} />
  return (
    <>
      {plan.keep && keeping}
      <PlanRoute plan={plan} />
      <DriverRecord driver={plan.trip.driver} />
      <Payment plan={plan} balance={balance.data} onBack={onBack} />
      <ul className="grid gap-3 text-muted">
        <li className="flex gap-3">
          <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
          {warning?.spent ? warning.text : cancellationSentence(plan.mode, segment.departsAt)}
        </li>
        {warning && !warning.spent && (
          <li className="flex gap-3">
            <RotateCcw aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
            {warning.text}
          </li>
        )}
        {segment.needsApproval && (
          <li className="flex gap-3">
            <Hourglass aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
            {plan.mode === 'billetera'
              ? 'Retenemos el dinero y el conductor tiene 3 horas para responder. Si no acepta, ' +
                'vuelve completo a tu billetera.'
              : 'El conductor tiene 3 horas para responder.'}
          </li>
        )}
      </ul>
      {!plan.keep && keeping}
      {book.isError && (
        <TakesFocus>
          <BookRefusal error={book.error} plan={plan} onBack={onBack} />
        </TakesFocus>
      )}
      <BottomBar
        action={
          <Button
            pending={book.isPending}
            disabled={!online || missing > 0 || segment.seatsLeft < seats}
            onClick={() => book.mutate()}
          >
            {bookVerb(plan, pesos(total))}
          </Button>
        }
      >
        {besideButton(plan, { online, missing })}
      </BottomBar>
    </>
  )
}

/** What the wallet lacks; until it has answered, what was said with the kept seats. */
function missingFor(plan: BookPlan, balance: number | undefined): number {
  if (balance !== undefined) return shortfall(plan, balance)
  return plan.mode === 'billetera' ? (plan.keep?.shortfall ?? 0) : 0
}

/** Why the button rests; else the amount, unless the button says it already. */
function besideButton(plan: BookPlan, state: { online: boolean; missing: number }) {
  if (!state.online) return <p className="text-sm font-semibold">Sin conexión</p>
  if (plan.segment.seatsLeft < plan.seats) return <p className="text-sm font-semibold">Sin cupos</p>
  if (state.missing > 0) return <p className="text-sm font-semibold">Saldo insuficiente</p>
  const said = plan.mode === 'billetera' && !plan.segment.needsApproval
  return said ? null : <PesoAmount value={plan.total} size="lg" />
}

type PaymentProps = { plan: BookPlan; balance: number | undefined; onBack: () => void }

function Payment({ plan, balance, onBack }: PaymentProps) {
  const { segment, seats, mode, total } = plan
  const enough = balance !== undefined && balance >= total
  return (
    <CardSection
      title="Pago"
      aside={
        <Button variant="ghost" size="sm" onClick={onBack}>
          Cambiar
        </Button>
      }
    >
      <PriceBreakdown
        lines={[
          {
            label: `${seatsText(seats)} × ${pesos(segment.price)}`,
            pesos: total,
            detail: paymentModeWords[mode].title,
          },
        ]}
        totalLabel={mode === 'billetera' ? 'Total de tu billetera' : 'Le pagas al conductor'}
        after={
          mode === 'billetera' && enough
            ? [
                { label: 'Tu saldo ahora', pesos: balance },
                { label: 'Tu saldo después', pesos: balance - total },
              ]
            : []
        }
      />
    </CardSection>
  )
}

type KeepingProps = StepReviewProps & {
  missing: number
  /** The keep that was made just now, by a press on this screen. */
  made: string | null
  onMade: (keepId: string) => void
}

/** The seat kept while the wallet is topped up: offered, kept, or no longer. */
function Keeping({ plan, user, kept, keepId, onKeep, ...rest }: KeepingProps) {
  const { missing, made, onMade } = rest
  const { keep } = plan
  if (keep) {
    const panel = <KeepPanel {...{ keep, user, missing }} onReleased={() => onKeep(null)} />
    return keep.id === made ? <TakesFocus>{panel}</TakesFocus> : panel
  }
  const start = (id: string) => {
    onMade(id)
    onKeep(id)
  }
  const wasKept = keepId !== null && kept !== undefined && kept?.id !== keepId
  const ended = wasKept && plan.trip.status !== 'cancelled'
  if (missing === 0)
    return ended ? <KeepEnded tripId={plan.trip.id} replaced={kept !== null} /> : null
  return <KeepOffer {...{ plan, missing, ended }} keepsOthers={Boolean(kept)} onKept={start} />
}
