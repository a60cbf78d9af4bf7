import { useState } from 'react'
import type { TripStop, TripView } from '#contract/trips.ts'
import { tripTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Select, type SelectOption } from '#web/ui/select.tsx'

/** Stops to board or leave at: declared ones, or every place if the driver allows it. */
export function offeredStops({ corridor, stops, roadStops }: TripView): TripStop[] {
  return roadStops === 'no' ? stops : corridor
}

function optionOf(stop: TripStop): SelectOption {
  const note = stop.declared || stop.atOnce ? '' : ' (por solicitud)'
  return { value: stop.id, label: `${stop.name} · ${tripTime(stop.at)}${note}` }
}

type SegmentFieldsProps = {
  trip: TripView
  from: string
  to: string
  onChoose: (from: string, to: string) => void
}

/** Longest list of places that a phone shows without a scroll. */
const LINES_MAX = 7

/** Two lists of places: the declared ones, and after a press every place of the road. */
export function SegmentFields({ trip, from, to, onChoose }: SegmentFieldsProps) {
  const [isWhole, setIsWhole] = useState(false)
  const all = offeredStops(trip)
  const isListed = ({ id, declared }: TripStop) => declared || id === from || id === to
  const stops = isWhole || all.length <= LINES_MAX ? all : all.filter(isListed)
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
      {stops.length < all.length && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start sm:col-span-2"
          onClick={({ currentTarget }) => {
            setIsWhole(true)
            currentTarget.parentElement?.querySelector('select')?.focus()
          }}
        >
          Subir o bajar en otro lugar de la vía
        </Button>
      )}
    </div>
  )
}
