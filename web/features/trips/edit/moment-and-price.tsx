import { useQuery } from '@tanstack/react-query'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { addDays, pesos, today } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { CardSection } from '#web/ui/card.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { momentOf, type TripChanges } from './trip-changes.ts'

const DAYS_AHEAD_MAX = 90

type MomentAndPriceProps = {
  trip: TripView
  changes: TripChanges
  change: (next: Partial<TripChanges>) => void
  locked: boolean
}

/** Hour and price: only while nobody has booked. */
export function MomentAndPrice({ trip, changes, change, locked }: MomentAndPriceProps) {
  const moment = momentOf(changes)
  const body = {
    stops: trip.stops.map((stop) => stop.placeId),
    departsAt: moment ?? '',
    seats: changes.seats,
  }
  const quote = useQuery({
    queryKey: queryKeys.quote(body),
    queryFn: ({ signal }) => api.pricing.quote({ body, signal }),
    enabled: moment !== null && !locked,
    staleTime: 300_000,
  })
  const seat = quote.data?.seat
  return (
    <CardSection title="Salida y precio">
      {locked && (
        <p className="mb-4 text-muted">
          Ya hay cupos reservados, así que la hora y el precio quedan como están. Si no puedes
          viajar así, cancela el viaje: tus pasajeros recuperan todo su dinero.
        </p>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Fecha del viaje"
          type="date"
          disabled={locked}
          min={today()}
          max={addDays(today(), DAYS_AHEAD_MAX)}
          value={changes.date}
          onChange={(event) => change({ date: event.target.value })}
        />
        <TextField
          label="Hora de salida"
          type="time"
          disabled={locked}
          value={changes.time}
          onChange={(event) => change({ time: event.target.value })}
        />
        <PesoField
          label="Precio por cupo"
          hint={seat && `Entre ${pesos(seat.min)} y ${pesos(seat.max)}`}
          disabled={locked}
          value={changes.price || null}
          onChange={(price) => change({ price: price ?? 0 })}
          error={
            seat && (changes.price < seat.min || changes.price > seat.max)
              ? `Elige un valor entre ${pesos(seat.min)} y ${pesos(seat.max)}.`
              : undefined
          }
        />
      </div>
    </CardSection>
  )
}
