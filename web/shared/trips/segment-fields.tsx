import type { TripStop, TripView } from '#contract/trips.ts'
import { time } from '#web/lib/format.ts'
import { Select, type SelectOption } from '#web/ui/select.tsx'

/** Stops to board or leave at: declared ones, or every place if the driver allows it. */
export function offeredStops({ corridor, stops, enRoutePickups }: TripView): TripStop[] {
  return enRoutePickups ? corridor : stops
}

function optionOf(stop: TripStop): SelectOption {
  const note = stop.declared ? '' : ' (por solicitud)'
  return { value: stop.id, label: `${stop.name} · ${time(stop.at)}${note}` }
}

type SegmentFieldsProps = {
  trip: TripView
  from: string
  to: string
  onChoose: (from: string, to: string) => void
}

export function SegmentFields({ trip, from, to, onChoose }: SegmentFieldsProps) {
  const stops = offeredStops(trip)
  const rowOf = (id: string) => stops.findIndex((stop) => stop.id === id)
  // If the drop-off would be before the pick-up, the drop-off moves to the last stop.
  const choose = (nextFrom: string, nextTo: string) =>
    onChoose(nextFrom, rowOf(nextTo) > rowOf(nextFrom) ? nextTo : (stops.at(-1)?.id ?? nextTo))
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Subes en"
        options={stops.slice(0, -1).map(optionOf)}
        value={from}
        onChange={(event) => choose(event.target.value, to)}
      />
      <Select
        label="Bajas en"
        options={stops.slice(rowOf(from) + 1).map(optionOf)}
        value={to}
        onChange={(event) => choose(from, event.target.value)}
      />
    </div>
  )
}
