import { HandCoins, Wallet } from 'lucide-react'
import type { PaymentMode } from '#contract/trips.ts'
import { SeatMeter } from '#web/domain/trips/seat-meter.tsx'
import { paymentModeWords } from '#web/domain/trips/trip-words.ts'
import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import type { BookParams } from './book-params.ts'
import type { BookPlan } from './book-plan.ts'
import { ChoosePoints } from './choose-points.tsx'
import { PlanRoute } from './plan-route.tsx'
import { useBalance } from './use-balance.ts'
import type { PointChoice } from './use-own-points.ts'

type StepSeatsProps = {
  plan: BookPlan
  choices: { from: PointChoice; to: PointChoice }
  onChange: (
    next: Partial<Pick<BookParams, 'seats' | 'mode' | 'fromPointId' | 'toPointId'>>,
  ) => void
  onNext: () => void
}

const notOffered: Record<PaymentMode, string> = {
  billetera: 'El conductor no recibe pagos por la billetera en este viaje.',
  directo: 'El conductor no recibe pago directo en este viaje.',
}

const icons = { billetera: Wallet, directo: HandCoins } as const

/** How many seats, how they are paid, and where the person gets on and off. */
export function StepSeats({ plan, choices, onChange, onNext }: StepSeatsProps) {
  const { trip, segment, seats, mode, total } = plan
  const balance = useBalance()
  const full = segment.seatsLeft < 1
  const option = (value: PaymentMode) => {
    const Icon = icons[value]
    const inWallet = value === 'billetera' && balance.data !== undefined
    return {
      value,
      title: paymentModeWords[value].title,
      detail: paymentModeWords[value].detail,
      icon: <Icon aria-hidden="true" className="size-6 shrink-0 text-bosque" />,
      aside: inWallet ? (
        <span className="text-right text-sm text-muted">
          Saldo
          <br />
          <span className="tnum font-semibold text-ink">{pesos(balance.data)}</span>
        </span>
      ) : null,
      disabledReason: trip.paymentModes.includes(value) ? undefined : notOffered[value],
    }
  }
  return (
    <>
      <PlanRoute plan={plan} />
      <Card className="grid gap-4">
        <NumberStepper
          label="Cupos"
          hint={`${pesos(segment.price)} cada uno`}
          value={seats}
          min={1}
          max={Math.max(1, segment.seatsLeft)}
          onChange={(next) => onChange({ seats: next })}
        />
        <SeatMeter free={segment.seatsLeft} total={trip.seats} withText />
      </Card>
      <RadioCards
        legend="¿Cómo quieres pagar?"
        options={[option('billetera'), option('directo')]}
        value={mode}
        onChange={(next) => onChange({ mode: next })}
      />
      <ChoosePoints {...choices} onChoose={onChange} />
      <BottomBar
        action={
          <Button onClick={onNext} disabled={full}>
            Continuar
          </Button>
        }
      >
        <PesoAmount value={total} size="lg" />
        <p className="text-sm text-muted">
          {full ? 'Ya no hay cupos para este tramo.' : `Total por ${seatsText(seats)}`}
        </p>
      </BottomBar>
    </>
  )
}
