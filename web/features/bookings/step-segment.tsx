import { pesos, seats as seatsText } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { SegmentFields } from '#web/shared/trips/segment-fields.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import type { BookPlan } from './book-plan.ts'
import type { BookParams } from './book-steps.ts'

type StepSegmentProps = {
  plan: BookPlan
  onChange: (next: Partial<BookParams>) => void
  onNext: () => void
  /** From the address: the plan is stale until the trip has loaded for it. */
  from: string
  to: string
}

/** Changes the segment, which was chosen on the page of the trip. */
export function StepSegment({ plan, from, to, onChange, onNext }: StepSegmentProps) {
  const { trip, segment } = plan
  const full = segment.seatsLeft < 1
  const choose = (nextFrom: string, nextTo: string) =>
    onChange({
      from: nextFrom,
      to: nextTo,
      // Resets the meeting points, because they belong to the old stops.
      ...(nextFrom !== from && { getsOnAt: null }),
      ...(nextTo !== to && { getsOffAt: null }),
    })
  return (
    <>
      <Card className="grid gap-4">
        <p className="text-muted">El precio es solo de la parte que viajas.</p>
        <SegmentFields trip={trip} from={from} to={to} onChoose={choose} />
        <p role="status">
          {pesos(segment.price)} por cupo
          {segment.needsApproval && '; este tramo es por solicitud al conductor'}.
        </p>
      </Card>
      <BottomBar
        action={
          full ? (
            <ButtonLink to={paths.search()}>Buscar otro viaje</ButtonLink>
          ) : (
            <Button onClick={onNext}>Continuar</Button>
          )
        }
      >
        <PesoAmount value={plan.total} size="lg" />
        <p className="text-sm text-muted">
          {full ? 'Ya no hay cupos para este tramo.' : `Total por ${seatsText(plan.seats)}`}
        </p>
      </BottomBar>
    </>
  )
}
