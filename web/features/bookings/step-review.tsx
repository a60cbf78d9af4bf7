import { CalendarClock, Hourglass } from 'lucide-react'
import { useLocation } from 'react-router'
import { cancellationSentence } from '#web/lib/cancellation.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { paymentModeWords } from '#web/lib/trip-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { PriceBreakdown } from '#web/ui/price-breakdown.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { type BookPlan, bookVerb, shortfall, topUpFor } from './book-plan.ts'
import { BookRefusal } from './book-refusal.tsx'
import { DriverRecord } from './driver-record.tsx'
import { PlanRoute } from './plan-route.tsx'
import { useBalance } from './use-balance.ts'
import { useBook } from './use-book.ts'

type StepReviewProps = {
  plan: BookPlan
  onBack: () => void
  onBooked: (bookingId: string) => void
}

/** Everything once more, with the money before and after, and the one button that books. */
export function StepReview({ plan, onBack, onBooked }: StepReviewProps) {
  const { segment, total, seats } = plan
  const balance = useBalance()
  const online = useOnline()
  const book = useBook(plan, onBooked)
  const missing = balance.data === undefined ? 0 : shortfall(plan, balance.data)
  return (
    <>
      <PlanRoute plan={plan} />
      <DriverRecord driver={plan.trip.driver} />
      <Payment plan={plan} balance={balance.data} onBack={onBack} />
      <ul className="grid gap-3 text-muted">
        <li className="flex gap-3">
          <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
          {cancellationSentence(plan.mode, segment.departsAt)}
        </li>
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
      {missing > 0 && <Missing missing={missing} />}
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

/** Why the button rests; else the amount, unless the button says it already. */
function besideButton(plan: BookPlan, state: { online: boolean; missing: number }) {
  if (!state.online) return <p className="text-sm font-semibold">Sin conexión</p>
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

/** What the wallet lacks, and the way to top up exactly that and come back here. */
function Missing({ missing }: { missing: number }) {
  const { pathname, search } = useLocation()
  const amount = topUpFor(missing)
  return (
    <Banner
      tone="warn"
      title={`Te faltan ${pesos(missing)}`}
      action={
        <ButtonLink to={paths.wallet({ amount, returnTo: pathname + search })} size="sm">
          Recargar {pesos(amount)}
        </ButtonLink>
      }
    >
      {amount > missing
        ? `Recarga el mínimo de ${pesos(amount)} y vuelve aquí a terminar tu reserva.`
        : 'Recarga lo que falta y vuelve aquí a terminar tu reserva.'}
    </Banner>
  )
}
