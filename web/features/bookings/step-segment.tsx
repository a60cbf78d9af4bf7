import { SegmentFields } from '#web/domain/trips/segment-fields.tsx'
import { pesos } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import type { BookParams } from './book-params.ts'
import type { BookPlan } from './book-plan.ts'
import { NextBar } from './next-bar.tsx'

type StepSegmentProps = {
  plan: BookPlan
  /** From the address: the plan is stale until the trip has loaded for it. */
  from: string
  to: string
  onChange: (next: Partial<BookParams>) => void
  onNext: () => void
}

/** Choice of the segment. Changing it does not cancel anything. */
export function StepSegment({ plan, from, to, onChange, onNext }: StepSegmentProps) {
  const { trip, segment } = plan
  const choose = (nextFrom: string, nextTo: string) =>
    onChange({
      from: nextFrom,
      to: nextTo,
      // Resets the meeting points, because they belong to the old stops.
      ...(nextFrom !== from && { fromPointId: null }),
      ...(nextTo !== to && { toPointId: null }),
    })
  return (
    <>
      <Card className="grid gap-4">
        <p className="text-muted">Pagas solo la parte que viajas.</p>
        <SegmentFields trip={trip} from={from} to={to} onChoose={choose} />
        <p role="status">
          {pesos(segment.price)} por cupo
          {segment.needsApproval && '; este tramo es por solicitud al conductor'}.
        </p>
      </Card>
      <NextBar plan={plan} onNext={onNext} />
    </>
  )
}
