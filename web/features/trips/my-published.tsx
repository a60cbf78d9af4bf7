import { useMutation, useQuery } from '@tanstack/react-query'
import { CirclePause, Clock3, Repeat } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SeriesDay, SeriesView } from '#contract/recurrence.ts'
import type { TripSummary } from '#contract/trips.ts'
import { tripStatusWords } from '#web/domain/trips/trip-words.ts'
import { api } from '#web/lib/api.ts'
import { date, dateTime, dayInSentence, pesos, plural, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { JourneyCard, JourneyList } from './journey-card.tsx'
import { weekdaysText } from './weekdays.ts'

const OPEN = new Set<TripSummary['status']>(['draft', 'published', 'in_progress'])

/** Trips that the person drives: by next departure, then the finished ones. */
export function MyPublished() {
  const answer = useQuery({
    queryKey: queryKeys.publishedTrips(),
    queryFn: ({ signal }) => api.trips.mine({ signal }),
  })
  if (!answer.isSuccess) {
    return <QueryState query={answer} what="tus viajes" rows={2} rowClass="h-36" />
  }
  const { trips } = answer.data
  const next = trips
    .filter((trip) => OPEN.has(trip.status))
    .sort((a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt))
  const before = trips.filter((trip) => !OPEN.has(trip.status))
  return (
    <div className="grid gap-8">
      {next.length === 0 ? (
        <EmptyState
          region="llano"
          title="No tienes viajes publicados"
          action={<ButtonLink to={paths.publish()}>Publicar viaje</ButtonLink>}
        >
          ¿Vas a viajar con puestos libres? Publica tu ruta y comparte los gastos.
        </EmptyState>
      ) : (
        <JourneyList title="Próximos" items={next} card={publishedCard} />
      )}
      <MySeries />
      <JourneyList title="Anteriores" items={before} card={publishedCard} />
    </div>
  )
}

function publishedCard(trip: TripSummary) {
  const [from, to] = [trip.stops[0], trip.stops.at(-1)]
  if (!from || !to) return null
  const between = trip.stops.length - 2
  return (
    <JourneyCard
      to={paths.ownTrip(trip.id)}
      label={`Tu viaje de ${from.name} a ${to.name}, ${dateTime(from.at)}`}
      from={from}
      until={to}
      status={tripStatusWords[trip.status]}
      facts={[
        plural(trip.seatsSold, 'cupo vendido', 'cupos vendidos'),
        plural(trip.seats, 'puesto ofrecido', 'puestos ofrecidos'),
        `${pesos(trip.seatPrice)} por cupo`,
        ...(between > 0 ? [plural(between, 'parada', 'paradas')] : []),
      ]}
    >
      {trip.paused && (
        <StatusPill tone="urgent" icon={CirclePause} className="mt-3">
          En pausa: no se vende
        </StatusPill>
      )}
      {/* Above the card's own link, which covers the rest of the card. */}
      {trip.runSheet && (
        <ButtonLink
          to={paths.runSheet(trip.id)}
          size="sm"
          variant="secondary"
          className="relative z-1 mt-3"
        >
          Hoja de ruta
        </ButtonLink>
      )}
      {trip.requestsPending > 0 && (
        <StatusPill tone="urgent" icon={Clock3} className="mt-3">
          {plural(trip.requestsPending, 'solicitud por responder', 'solicitudes por responder')}
        </StatusPill>
      )}
    </JourneyCard>
  )
}

const noon = (day: string) => `${day}T12:00:00-05:00`

/** List of the weekly trips: next days, skipped days with the reason, and a button to stop. */
function MySeries() {
  const answer = useQuery({
    queryKey: queryKeys.tripSeries(),
    queryFn: ({ signal }) => api.recurrence.mine({ signal }),
  })
  const active = answer.data?.series.filter((series) => series.status === 'active') ?? []
  if (answer.isError) return <ErrorBanner error={answer.error} />
  return (
    <JourneyList
      title="Se repiten cada semana"
      label="Se repiten"
      items={active}
      card={seriesCard}
    />
  )
}

function seriesCard(series: SeriesView) {
  const skipped = series.days.filter((day) => day.skipped)
  const published = series.days.filter((day) => day.tripId)
  return (
    <Card className="grid gap-3">
      <div className="flex items-start gap-3">
        <Repeat aria-hidden="true" className="mt-1 size-5 shrink-0 text-bosque" />
        <div className="min-w-0">
          <h3 className="text-lg">{series.stops.join(' → ')}</h3>
          <p>
            Cada {weekdaysText(series.weekdays)}, {time(`2026-01-01T${series.time}:00-05:00`)}
          </p>
          <p className="text-sm text-muted">
            {pesos(series.seatPrice)} por cupo
            {series.withReturn && ' · con regreso'}
            {series.until && ` · hasta ${dayInSentence(noon(series.until))}`}
          </p>
        </div>
      </div>
      <Days title={plural(published.length, 'viaje publicado', 'viajes publicados')}>
        {published.map((day) => (
          <li key={day.date}>
            <Link to={paths.ownTrip(day.tripId ?? '')}>{date(noon(day.date))}</Link>
          </li>
        ))}
      </Days>
      {skipped.length > 0 && <Skipped days={skipped} />}
      <StopSeries series={series} />
    </Card>
  )
}

function Days({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line pt-1">
      <summary className="flex min-h-11 items-center font-semibold text-bosque">{title}</summary>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 pb-2">{children}</ul>
    </details>
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
            <strong>{date(noon(day.date))}:</strong> {day.skipped?.reason}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function StopSeries({ series }: { series: SeriesView }) {
  const [open, setOpen] = useState(false)
  const refetch = useRefetch()
  const stop = useMutation({
    mutationFn: () => api.recurrence.stop({ params: { seriesId: series.id } }),
    onSuccess: () => {
      setOpen(false)
      toastDone('El viaje ya no se repite.')
      void refetch(queryKeys.tripSeries())
    },
  })
  return (
    <div>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Dejar de repetir
      </Button>
      <ConfirmDialog
        open={open}
        title="¿Dejar de repetir este viaje?"
        confirm="Dejar de repetir"
        keep="Seguir repitiendo"
        pending={stop.isPending}
        onConfirm={() => stop.mutate()}
        onKeep={() => setOpen(false)}
      >
        <p>
          No publicaremos más días. Los viajes ya publicados siguen en pie: si no vas a hacer
          alguno, cancélalo desde su página.
        </p>
        <ErrorBanner error={stop.error} />
      </ConfirmDialog>
    </div>
  )
}
