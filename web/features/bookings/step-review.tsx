import { CalendarClock, Hourglass, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ANSWER_HOURS } from '#contract/booking-limits.ts'
import type { SessionUser } from '#web/domain/auth/session-state.ts'
import { cancellationSentence } from '#web/domain/bookings/cancellation.ts'
import { PriceBreakdown } from '#web/domain/pricing/price-breakdown.tsx'
import { DriverRecord } from '#web/domain/standing/driver-record.tsx'
import { paymentModeWords } from '#web/domain/trips/trip-words.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { type BookPlan, keepOfferOf } from './book-plan.ts'
import { BookRefusal } from './book-refusal.tsx'
import { forgetIntent } from './booking-intent.ts'
import { ConfirmBar } from './confirm-bar.tsx'
import { KeepEnded, KeepOffer } from './keep-offer.tsx'
import { KeepPanel } from './keep-panel.tsx'
import type { OwnKeep } from './keep-time.ts'
import { PlanRoute } from './plan-route.tsx'
import { useConfirm } from './use-confirm.ts'
import { useReturnsWarning } from './use-returns-warning.ts'

type StepReviewProps = {
  plan: BookPlan
  user: SessionUser
  kept: OwnKeep | null | undefined
  /** Id of the seat keep that was made in these steps. */
  keepId: string | null
  returnTo: (keepId: string | null) => string
  onKeep: (keepId: string | null) => void
  /** Opens the step that changes the payment. */
  onPayment: () => void
  /** Opens the step that changes the meeting points. */
  onPoints: () => void
  onBooked: (bookingId: string) => void
}

/** Last booking step: summary, balance before and after, and the button that books. */
export function StepReview(props: StepReviewProps) {
  const { plan, user, onKeep, onPayment, onPoints, onBooked, returnTo } = props
  const [made, setMade] = useState<string | null>(null)
  const onKept = (id: string) => {
    setMade(id)
    onKeep(id)
  }
  const confirm = useConfirm({ plan, user, onKept, onBooked, returnTo })
  const { book, balance } = confirm
  const keeping = <Keeping {...props} {...{ confirm, made }} />
  return (
    <>
      {plan.keep && keeping}
      <PlanRoute plan={plan} />
      <DriverRecord driver={plan.trip.driver} />
      <Payment plan={plan} balance={balance.data} onChange={onPayment} />
      <Promises plan={plan} />
      {!plan.keep && keeping}
      {book.isError && (
        <TakesFocus>
          <BookRefusal error={book.error} {...{ plan, onPayment, onPoints }} />
        </TakesFocus>
      )}
      <ConfirmBar plan={plan} confirm={confirm} />
    </>
  )
}

/** The cancellation rule, and the driver's deadline to answer. */
function Promises({ plan }: { plan: BookPlan }) {
  const warning = useReturnsWarning(plan)
  const { mode, segment } = plan
  return (
    <ul className="grid gap-3 text-muted">
      <li className="flex gap-3">
        <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
        {warning?.spent ? warning.text : cancellationSentence(mode, segment.departsAt)}
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
          {mode === 'billetera'
            ? `Retenemos el dinero y el conductor tiene ${ANSWER_HOURS} horas para responder. ` +
              'Si no acepta, vuelve completo a tu billetera.'
            : `El conductor tiene ${ANSWER_HOURS} horas para responder.`}
        </li>
      )}
    </ul>
  )
}

type PaymentProps = { plan: BookPlan; balance: number | undefined; onChange: () => void }

function Payment({ plan, balance, onChange }: PaymentProps) {
  const { segment, seats, mode, total } = plan
  const enough = balance !== undefined && balance >= total
  return (
    <CardSection
      title="Pago"
      aside={
        <Button variant="ghost" size="sm" onClick={onChange}>
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

type KeepingProps = Pick<StepReviewProps, 'plan' | 'kept' | 'keepId' | 'onKeep'> & {
  confirm: ReturnType<typeof useConfirm>
  /** Id of a keep that was just made on this screen. */
  made: string | null
}

/** The seat keep during a top-up: offered, open or ended. */
function Keeping({ plan, kept, keepId, onKeep, confirm, made }: KeepingProps) {
  const { missing } = confirm
  const { keep } = plan
  if (keep) {
    const release = () => {
      forgetIntent(plan)
      onKeep(null)
    }
    const panel = <KeepPanel {...{ keep, missing }} onReleased={release} />
    return keep.id === made ? <TakesFocus>{panel}</TakesFocus> : panel
  }
  const wasKept = keepId !== null && kept !== undefined && kept?.id !== keepId
  const ended = wasKept && plan.trip.status !== 'cancelled'
  const offer = keepOfferOf({ missing, ended, balanceKnown: !confirm.balance.isLoading })
  if (offer === null) return null
  if (offer === 'look') return <KeepEnded tripId={plan.trip.id} replaced={kept !== null} />
  const keepsOthers = Boolean(kept)
  return <KeepOffer {...{ plan, missing, ended, keepsOthers }} keep={confirm.keep} />
}
