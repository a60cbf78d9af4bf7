import { useQuery } from '@tanstack/react-query'
import { CirclePause, Clock3 } from 'lucide-react'
import type { TripSummary } from '#contract/trips.ts'
import { tripStatusWords } from '#web/domain/trips/trip-words.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { JourneyCard } from './journey-card.tsx'
import { MySeries } from './my-series.tsx'

const OPEN = new Set<TripSummary['status']>(['draft', 'published', 'in_progress'])

/** Trips that the person drives: by next departure, then the finished ones. */
export function MyPublished() {
  const answer = useQuery({
    queryKey: queryKeys.publishedTrips(),
    queryFn: ({ signal }) => api.trips.mine({ signal }),
  })
  if (answer.isPending) return <SkeletonList rows={2} rowClass="h-36" />
  if (answer.isError) {
    return (
      <LoadFailed
        what="tus viajes"
        error={answer.error}
        onRetry={() => void answer.refetch()}
        retrying={answer.isFetching}
      />
    )
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
        <List title="Próximos" trips={next} />
      )}
      <MySeries />
      {before.length > 0 && <List title="Anteriores" trips={before} />}
    </div>
  )
}

function List({ title, trips }: { title: string; trips: readonly TripSummary[] }) {
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <ul className="grid gap-4">
        {trips.map((trip) => (
          <li key={trip.id}>
            <PublishedCard trip={trip} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Button to the run sheet, above the card's own link, which covers the rest of the card. */
function RunSheetLink({ trip }: { trip: TripSummary }) {
  if (!trip.runSheet) return null
  return (
    <ButtonLink
      to={paths.runSheet(trip.id)}
      size="sm"
      variant="secondary"
      className="relative z-1 mt-3"
    >
      Hoja de ruta
    </ButtonLink>
  )
}

function PublishedCard({ trip }: { trip: TripSummary }) {
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
      <RunSheetLink trip={trip} />
      {trip.requestsPending > 0 && (
        <StatusPill tone="urgent" icon={Clock3} className="mt-3">
          {plural(trip.requestsPending, 'solicitud por responder', 'solicitudes por responder')}
        </StatusPill>
      )}
    </JourneyCard>
  )
}
