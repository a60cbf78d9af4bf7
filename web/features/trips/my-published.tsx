import { useQuery } from '@tanstack/react-query'
import { CirclePause, Clock3, CopyPlus } from 'lucide-react'
import type { TripSummary } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { tripStateWords } from '#web/shared/trips/trip-state-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { JourneyCard, JourneyList } from './journey-card.tsx'
import { repeatPath } from './repeat-link.ts'
import { repeats, SeriesCard, tripIdsOf } from './series-card.tsx'
import { UsualDemand } from './usual-demand.tsx'

const PAST: readonly TripSummary['state'][] = ['finished', 'cancelled']
const isPast = ({ state }: TripSummary) => PAST.includes(state)

/** Trips that the person drives: the next ones, a card for each series, the finished ones. */
export function MyPublished() {
  const answer = useQuery({
    queryKey: queryKeys.publishedTrips(),
    queryFn: ({ signal }) => api.trips.mine({ signal }),
  })
  const series = useQuery({
    queryKey: queryKeys.tripSeries(),
    queryFn: ({ signal }) => api.recurrence.mine({ signal }),
  })
  const demand = useQuery({
    queryKey: ['demand', 'usual'],
    queryFn: ({ signal }) => api.rideRequests.usual({ signal }),
    staleTime: 60_000,
  })
  if (!answer.isSuccess) {
    return <QueryState query={answer} what="tus viajes" rows={2} rowClass="h-36" />
  }
  if (series.isPending) return <SkeletonList rows={2} rowClass="h-36" />
  const { trips } = answer.data
  const repeating = series.data?.series.filter(repeats) ?? []
  const inSeries = tripIdsOf(repeating)
  const next = trips
    .filter((trip) => !isPast(trip) && !inSeries.has(trip.id))
    .sort((a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt))
  const before = trips.filter(isPast)
  return (
    <div className="grid gap-8">
      {next.length === 0 && repeating.length === 0 ? (
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
      {series.isError && <ErrorBanner error={series.error} />}
      <JourneyList
        title="Se repiten cada semana"
        label="Se repiten"
        items={repeating}
        card={(each) => <SeriesCard series={each} trips={trips} />}
      />
      <UsualDemand rows={demand.data?.rows ?? []} />
      {/* Below what can still come, so that the list does not move. */}
      {!demand.isPending && <JourneyList title="Pasados" items={before} card={publishedCard} />}
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
      status={tripStateWords[trip.state]}
      facts={[
        plural(trip.seatsSold, 'cupo vendido', 'cupos vendidos'),
        plural(trip.seats, 'puesto ofrecido', 'puestos ofrecidos'),
        `${pesos(trip.seatPrice)} por cupo`,
        ...(between > 0 ? [plural(between, 'parada', 'paradas')] : []),
      ]}
    >
      {trip.paused && (
        <StatusPill tone="urgent" icon={CirclePause} className="mt-3">
          {trip.paused === 'driver' ? 'En pausa' : 'En pausa: no se vende'}
        </StatusPill>
      )}
      {trip.requestsPending > 0 && (
        <StatusPill tone="urgent" icon={Clock3} className="mt-3">
          {plural(trip.requestsPending, 'solicitud por responder', 'solicitudes por responder')}
        </StatusPill>
      )}
      {/* Above the card's own link, which covers the rest of the card. */}
      <div className="relative z-1 mt-3 flex w-fit flex-wrap gap-2">
        {trip.runSheet && (
          <ButtonLink to={paths.runSheet(trip.id)} size="sm" variant="secondary">
            Hoja de ruta
          </ButtonLink>
        )}
        <ButtonLink
          to={repeatPath(trip.id)}
          size="sm"
          variant="secondary"
          icon={<CopyPlus aria-hidden="true" className="size-4" />}
          aria-label={`Repetir ${from.name} → ${to.name}, ${dateTime(from.at)}`}
        >
          Repetir
        </ButtonLink>
      </div>
    </JourneyCard>
  )
}
