import { SeatMeter } from '#web/domain/trips/seat-meter.tsx'
import { pesos } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import type { BookPlan } from './book-plan.ts'
import { NextBar } from './next-bar.tsx'

type StepSeatsProps = {
  plan: BookPlan
  onChange: (next: { seats: number }) => void
  onNext: () => void
}

/** Choice of the number of seats. */
export function StepSeats({ plan, onChange, onNext }: StepSeatsProps) {
  const { trip, segment, seats } = plan
  return (
    <>
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
      <NextBar plan={plan} onNext={onNext} />
    </>
  )
}
