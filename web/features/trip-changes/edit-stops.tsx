import { Trash2 } from 'lucide-react'
import { STOPS_BETWEEN_MAX } from '#contract/limits.ts'
import type { ChangePreview } from '#contract/trip-changes.ts'
import type { TripView } from '#contract/trips.ts'
import { plural } from '#web/lib/format.ts'
import { PlacePoints } from '#web/shared/places/safe-points/place-points.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { movedPoints, type StopChange, withStop } from './trip-changes.ts'

type EditStopsProps = {
  trip: TripView
  stops: readonly StopChange[]
  /** Places that people booked; undefined until the server has answered. */
  booked: ChangePreview['bookedStops'] | undefined
  onChange: (stops: StopChange[]) => void
}

/** Stops along the way and their meeting points; a booked stop can only change its point. */
export function EditStops({ trip, stops, booked = [], onChange }: EditStopsProps) {
  const peopleAt = (placeId: string) => booked.find((each) => each.placeId === placeId)?.people ?? 0
  const replace = (placeId: string, point: StopChange['point']) =>
    onChange(stops.map((stop) => (stop.placeId === placeId ? { ...stop, point } : stop)))
  const told = movedPoints(trip, stops).filter((placeId) => peopleAt(placeId) > 0)
  return (
    <CardSection title="Paradas y puntos de encuentro">
      <p className="mb-2 text-muted">
        Las paradas están en el camino de tu viaje. La salida y la llegada no cambian.
      </p>
      <ul className="grid divide-y divide-line">
        {stops.map(({ placeId, name, point }, row) => (
          <li key={placeId}>
            <PlacePoints
              place={{ id: placeId, label: name }}
              chosen={point}
              onChoose={(next) => replace(placeId, next)}
            />
            {row > 0 && row < stops.length - 1 && (
              <RemoveStop
                name={name}
                people={peopleAt(placeId)}
                onRemove={() => onChange(stops.filter((stop) => stop.placeId !== placeId))}
              />
            )}
          </li>
        ))}
      </ul>
      <AddStop {...{ trip, stops, onChange }} />
      {told.length > 0 && (
        <Banner tone="warn" title="Cambias un punto que ya reservaron" className="mt-4">
          Quien sube o baja ahí recibirá un aviso y podrá salirse sin costo.
        </Banner>
      )}
    </CardSection>
  )
}

type RemoveStopProps = { name: string; people: number; onRemove: () => void }

function RemoveStop({ name, people, onRemove }: RemoveStopProps) {
  if (people > 0) {
    return (
      <p className="pb-3 text-sm text-muted">
        Aquí {plural(people, 'pasajero sube o baja', 'pasajeros suben o bajan')}: la parada se
        queda.
      </p>
    )
  }
  return (
    <Button variant="ghost" size="sm" className="-ml-4" Icon={Trash2} onClick={onRemove}>
      Quitar la parada en {name}
    </Button>
  )
}

function AddStop({ trip, stops, onChange }: Pick<EditStopsProps, 'trip' | 'stops' | 'onChange'>) {
  const taken = new Set(stops.map(({ placeId }) => placeId))
  const free = trip.corridor.filter(({ placeId }) => !taken.has(placeId))
  if (free.length === 0 || stops.length >= STOPS_BETWEEN_MAX + 2) return null
  return (
    <Select
      label="Agregar una parada"
      placeholder="Elige un lugar del camino"
      options={free.map(({ placeId, name }) => ({ value: placeId, label: name }))}
      value=""
      className="mt-3 sm:max-w-72"
      onChange={(event) => onChange(withStop(trip, stops, event.target.value))}
    />
  )
}
