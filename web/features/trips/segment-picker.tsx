import { useSearchParams } from 'react-router'
import type { TripStop, TripView } from '#contract/trips.ts'
import { time } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Select, type SelectOption } from '#web/ui/select.tsx'
import { offeredStops, type TripPart } from './trip-part.ts'

function optionOf(stop: TripStop): SelectOption {
  const note = stop.declared ? '' : ' (por solicitud)'
  return { value: stop.id, label: `${stop.name} · ${time(stop.at)}${note}` }
}

/** Where the passenger gets on and off; the choice lives in the address. */
export function SegmentPicker({ trip, part }: { trip: TripView; part: TripPart }) {
  const [, setParams] = useSearchParams()
  const stops = offeredStops(trip)
  const rowOf = (id: string) => stops.findIndex((stop) => stop.id === id)
  const choose = (from: string, to: string) => {
    // Getting off before getting on: the other end moves along.
    const later = rowOf(to) > rowOf(from)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.set('from', from)
        after.set('to', later ? to : (stops.at(-1)?.id ?? to))
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const start = rowOf(part.from.id)
  return (
    <Card>
      <h2 className="mb-1 text-xl">Tu tramo</h2>
      <p className="mb-4 text-muted">Pagas solo la parte que viajas.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Subes en"
          options={stops.slice(0, -1).map(optionOf)}
          value={part.from.id}
          onChange={(event) => choose(event.target.value, part.to.id)}
        />
        <Select
          label="Bajas en"
          options={stops.slice(start + 1).map(optionOf)}
          value={part.to.id}
          onChange={(event) => choose(part.from.id, event.target.value)}
        />
      </div>
      {part.needsApproval && (
        <p className="mt-3 text-sm text-muted">
          Este tramo es por solicitud: el conductor tiene 3 horas para responder. Si no acepta, no
          pagas nada.
        </p>
      )}
    </Card>
  )
}
