import { CirclePause, CirclePlay, Clock3, Repeat } from 'lucide-react'
import { useState } from 'react'
import type { SeriesDay, SeriesView } from '#contract/recurrence.ts'
import type { TripSummary } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { date, dateTime, dayInSentence, pesos, plural, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Row } from '#web/ui/rows.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { weekdaysText } from './weekdays.ts'

/** Dates that a row shows without a press: two weeks of a daily trip are too long for a phone. */
const DATES_SHOWN = 4

/** Whether a series has a row of its own; the trips of an ended one stand alone. */
export function repeats({ status }: SeriesView): boolean {
  return status === 'active' || status === 'paused'
}

/** Ids of the trips that the rows of these series show, from today on. */
export function tripIdsOf(series: readonly SeriesView[]): ReadonlySet<string> {
  const days = series.flatMap((each) => each.days)
  return new Set(
    days.flatMap(({ tripId, returnTripId }) => [tripId, returnTripId]).filter((id) => id !== null),
  )
}

type SeriesProps = {
  series: SeriesView
  /** The driver's trips; those of the series are shown with what was sold. */
  trips: readonly TripSummary[]
}

const COMING = new Set<TripSummary['status']>(['published', 'in_progress'])

/** The coming trips of a series, in order. */
function datesOf({ series, trips }: SeriesProps): TripSummary[] {
  const own = tripIdsOf([series])
  return trips
    .filter(({ id, status }) => own.has(id) && COMING.has(status))
    .sort((a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt))
}

const UNREADABLE = (
  <Banner tone="err" live="off" title="No publicamos más días de este viaje">
    Lo guardaste con una versión anterior de Cupo. Los viajes ya publicados siguen en pie.{' '}
    <Link to={paths.publish()}>Publícalo otra vez</Link> y deja de repetir este.
  </Banner>
)

/** A weekly trip as one line, which opens its dates and actions. */
export function SeriesRow({ series, trips }: SeriesProps) {
  const dates = datesOf({ series, trips })
  const sold = dates.filter(({ seatsSold }) => seatsSold > 0).length
  const waits = dates.some(({ requestsPending }) => requestsPending > 0)
  const skipped = series.days.filter((day) => day.skipped).length
  const stops = [series.stops[0], series.stops.at(-1)].filter(Boolean).join(' → ')
  return (
    <Row
      Icon={Repeat}
      text={`Cada ${weekdaysText(series.weekdays)}${stops && `, ${stops}`}`}
      detail={[
        plural(dates.length, 'salida', 'salidas'),
        `${sold} con pasajeros`,
        ...(skipped > 0 ? [plural(skipped, 'día quedó por fuera', 'días quedaron por fuera')] : []),
      ].join(' · ')}
      value={
        (waits || series.status === 'paused') && (
          <StatusPill tone="urgent" icon={waits ? Clock3 : CirclePause}>
            {waits ? 'Con solicitudes' : 'En pausa'}
          </StatusPill>
        )
      }
    >
      <SeriesDetail series={series} trips={trips} />
    </Row>
  )
}

/** The next dates of a weekly trip with what was sold, the skipped days, and its actions. */
export function SeriesDetail({ series, trips }: SeriesProps) {
  const skipped = series.days.filter((day) => day.skipped)
  const paused = series.status === 'paused'
  const dates = datesOf({ series, trips })
  const isReadable = series.stops.length > 0
  return (
    <div className="grid gap-3">
      <p>
        {series.stops.length > 2 && `${series.stops.join(' → ')} · `}
        {time(`2026-01-01T${series.time}:00-05:00`)}
        {isReadable && ` · ${pesos(series.seatPrice)} por cupo`}
        {series.withReturn && ' · con regreso'}
        {series.until && ` · hasta ${dayInSentence(series.until)}`}
      </p>
      {paused && (
        <Banner tone="warn" live="off" title="En pausa: no publicamos más días">
          Los viajes en pausa no reciben reservas nuevas. Quien ya reservó conserva su cupo.
        </Banner>
      )}
      <Dates dates={dates} inPause={paused && dates.every((trip) => trip.paused === 'driver')} />
      {isReadable ? skipped.length > 0 && <Skipped days={skipped} /> : UNREADABLE}
      <div className="flex flex-wrap items-start gap-2 border-t border-line pt-3">
        {isReadable && <PauseSeries series={series} />}
        <StopSeries series={series} />
      </div>
    </div>
  )
}

type DatesProps = {
  dates: readonly TripSummary[]
  /** Whether the whole series is paused with every date, which is said once above. */
  inPause: boolean
}

function Dates({ dates, inPause }: DatesProps) {
  const more = dates.slice(DATES_SHOWN)
  const list = (some: readonly TripSummary[]) => (
    <ul className="grid divide-y divide-line">
      {some.map((trip) => (
        <DateRow key={trip.id} trip={trip} inPause={inPause} />
      ))}
    </ul>
  )
  if (dates.length === 0) return <p className="text-muted">Ningún día publicado por ahora.</p>
  return (
    <div className="border-t border-line">
      {list(dates.slice(0, DATES_SHOWN))}
      {more.length > 0 && (
        <details className="border-t border-line">
          <summary className="flex min-h-11 items-center font-semibold text-bosque">
            {plural(more.length, 'fecha más', 'fechas más')}
          </summary>
          {list(more)}
        </details>
      )}
    </div>
  )
}

function DateRow({ trip, inPause }: { trip: TripSummary; inPause: boolean }) {
  const { id, departsAt, seats, seatsSold, requestsPending, paused, runSheet, stops } = trip
  const from = stops[0]?.name ?? ''
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
      <div className="min-w-0 flex-1 basis-44">
        <Link
          to={paths.ownTrip(id)}
          aria-label={`Tu viaje desde ${from}, ${dateTime(departsAt)}`}
          tall
        >
          {dateTime(departsAt)}
        </Link>
        <p className="text-sm text-muted">
          Sale de {from} · {seatsSold} de {plural(seats, 'cupo vendido', 'cupos vendidos')}
        </p>
      </div>
      {requestsPending > 0 && (
        <StatusPill tone="urgent" icon={Clock3}>
          {plural(requestsPending, 'solicitud', 'solicitudes')}
        </StatusPill>
      )}
      {paused && !(inPause && paused === 'driver') && (
        <StatusPill tone="urgent" icon={CirclePause}>
          En pausa
        </StatusPill>
      )}
      {runSheet && (
        <ButtonLink to={paths.runSheet(id)} size="sm" variant="secondary">
          Hoja de ruta
        </ButtonLink>
      )}
      <Link
        to={paths.editTrip(id)}
        aria-label={`Cambiar el viaje desde ${from}, ${dateTime(departsAt)}`}
        tall
      >
        Cambiar
      </Link>
    </li>
  )
}

function PauseSeries({ series: { id: seriesId, status } }: { series: SeriesView }) {
  const paused = status === 'paused'
  const act = useAct(
    () => {
      const call = { params: { seriesId } }
      return paused ? api.recurrence.resume(call) : api.recurrence.pause(call)
    },
    {
      done: paused ? 'El viaje se repite otra vez.' : 'El viaje que se repite está en pausa.',
      refresh: [queryKeys.tripSeries(), queryKeys.publishedTrips(), ['trip'], ['search']],
    },
  )
  const Icon = paused ? CirclePlay : CirclePause
  return (
    <>
      <Button variant={paused ? 'primary' : 'secondary'} size="sm" Icon={Icon} run={act}>
        {paused ? 'Retomar todo' : 'Pausar todo'}
      </Button>
      <ErrorBanner error={act.error} />
    </>
  )
}

function Skipped({ days }: { days: readonly SeriesDay[] }) {
  return (
    <Banner
      tone="warn"
      live="off"
      title={plural(days.length, 'día quedó por fuera', 'días quedaron por fuera')}
    >
      <ul>
        {days.map((day) => (
          <li key={day.date}>
            <strong>{date(day.date)}:</strong> {day.skipped?.reason}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function StopSeries({ series }: { series: SeriesView }) {
  const [open, setOpen] = useState(false)
  const stop = useAct(() => api.recurrence.stop({ params: { seriesId: series.id } }), {
    done: 'El viaje ya no se repite.',
    refresh: [queryKeys.tripSeries()],
  })
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        Dejar de repetir
      </Button>
      <ConfirmDialog
        open={open}
        title="¿Dejar de repetir este viaje?"
        confirm="Dejar de repetir"
        keep="Seguir repitiendo"
        run={stop}
        onKeep={() => setOpen(false)}
      >
        <p>
          No publicaremos más días. Los viajes ya publicados siguen en pie: si no vas a hacer
          alguno, cancélalo desde su página.
        </p>
      </ConfirmDialog>
    </>
  )
}
