import { useQuery } from '@tanstack/react-query'
import {
  MARKED_MOVE_HOURS,
  MOVE_FARTHEST_HOURS,
  MOVE_NOTICE_HOURS,
} from '#contract/booking-limits.ts'
import { TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import type { ChangePreview } from '#contract/trip-changes.ts'
import type { TripView } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { addDays, dateTime, pesos, today } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { PesoField } from '#web/ui/peso-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { affectedSentence } from './change-words.ts'
import { momentOf, type TripChanges } from './trip-changes.ts'
import type { MovePreview } from './use-change-preview.ts'

type MomentAndPriceProps = {
  trip: TripView
  preview: MovePreview | undefined
  changes: TripChanges
  change: (next: Partial<TripChanges>) => void
}

/** Fields for departure and price, with their effect on existing bookings. */
export function MomentAndPrice({ trip, preview, changes, change }: MomentAndPriceProps) {
  const moment = momentOf(changes)
  const params = { tripId: trip.id }
  const body = { departsAt: moment ?? '', seats: changes.seats }
  const quote = useQuery({
    queryKey: queryKeys.quote({ ...params, ...body }),
    queryFn: ({ signal }) => api.tripChanges.quote({ params, body, signal }),
    enabled: moment !== null,
    staleTime: 300_000,
  })
  const late = preview?.movable === false
  return (
    <CardSection title="Salida y precio">
      <Rules late={late} booked={preview?.booked === true} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Fecha del viaje"
          type="date"
          disabled={late}
          min={today()}
          max={addDays(today(), TRIP_DAYS_AHEAD_MAX)}
          value={changes.date}
          onChange={(event) => change({ date: event.target.value })}
        />
        <TextField
          label="Hora de salida"
          type="time"
          disabled={late}
          error={preview?.now?.refusal ?? undefined}
          value={changes.time}
          onChange={(event) => change({ time: event.target.value })}
        />
        <PesoField
          label="Precio por cupo"
          hint={quote.data && rangeWords('Entre', quote.data.seat)}
          value={changes.price || null}
          onChange={(price) => change({ price: price ?? 0 })}
          error={
            quote.data && priceIsOther(trip, changes, quote.data.seat)
              ? `${rangeWords('Elige un valor entre', quote.data.seat)}.`
              : undefined
          }
        />
      </div>
      {preview?.now && <MovedPassengersNote preview={preview.now} />}
    </CardSection>
  )
}

const BOOKED_WORDS =
  `Ya hay cupos reservados. Puedes mover la salida hasta ${MOVE_FARTHEST_HOURS} horas, y hasta ` +
  `${MOVE_NOTICE_HOURS} horas antes de salir. El precio nuevo es para quienes reserven después: ` +
  'los demás pagan lo que aceptaron.'

function Rules({ late, booked }: { late: boolean; booked: boolean }) {
  if (late) {
    return (
      <p className="mb-4 text-muted">
        Ya no puedes mover la hora: tus pasajeros van en camino. Si no puedes viajar, cancela el
        viaje y recuperan todo su dinero.
      </p>
    )
  }
  if (!booked) return null
  return <p className="mb-4 text-muted">{BOOKED_WORDS}</p>
}

type Range = { min: number; max: number }

function rangeWords(start: string, { min, max }: Range): string {
  return `${start} ${pesos(min)} y ${pesos(max)}`
}

/** A price that the driver changed to one that the server refuses. */
function priceIsOther(trip: TripView, { price }: TripChanges, { min, max }: Range): boolean {
  return price !== trip.seatPrice && (price < min || price > max)
}

/** Shown before saving: who is notified of the new time, and what they may do. */
function MovedPassengersNote({ preview }: { preview: ChangePreview }) {
  const sentence = affectedSentence(preview)
  if (!sentence) return null
  return (
    <Banner tone="warn" title={sentence} className="mt-5">
      <ul className="grid gap-2">
        {preview.told.map(({ bookingId, name, from, before, after }) => (
          <li key={bookingId}>
            <span className="font-semibold">{name}</span>, en {from}
            <span className="tnum block text-sm">
              <span className="sr-only">Antes: </span>
              <s className="text-muted">{dateTime(before)}</s>{' '}
              <span className="inline-block">
                <span aria-hidden="true">→ </span>
                <span className="sr-only">Ahora: </span>
                {dateTime(after)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {preview.marked && (
        <p className="mt-2">
          Falta menos de un día y lo habrás movido {MARKED_MOVE_HOURS} horas o más en total: quedará
          en tu historial público.
        </p>
      )}
    </Banner>
  )
}
