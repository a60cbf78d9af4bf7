import { useSearchParams } from 'react-router'
import { ANSWER_HOURS } from '#contract/booking-limits.ts'
import type { TripView } from '#contract/trips.ts'
import { SegmentFields } from '#web/domain/trips/segment-fields.tsx'
import { Card } from '#web/ui/card.tsx'
import type { TripPart } from './trip-part.ts'

/** Choice of the stops where the passenger gets on and off; it is kept in the address. */
export function SegmentPicker({ trip, part }: { trip: TripView; part: TripPart }) {
  const [, setParams] = useSearchParams()
  const choose = (from: string, to: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('from', from)
        after.set('to', to)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Card>
      <h2 className="mb-1 text-xl">Tu tramo</h2>
      <p className="mb-4 text-muted">Pagas solo la parte que viajas.</p>
      <SegmentFields trip={trip} from={part.from.id} to={part.to.id} onChoose={choose} />
      {part.needsApproval && (
        <p className="mt-3 text-sm text-muted">
          Este tramo es por solicitud: el conductor tiene {ANSWER_HOURS} horas para responder. Si no
          acepta, no pagas nada.
        </p>
      )}
    </Card>
  )
}
