import { CarFront, CirclePause, Clock3, Route } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TripSummary } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import { dateTime, pesos, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { tripStateWords } from '#web/shared/trips/trip-state-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Rows } from '#web/ui/rows.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { JourneyCard } from './journey-card.tsx'
import { JourneyLine, Lines, PastTrips } from './past-trips.tsx'
import { repeats, SeriesRow, tripIdsOf } from './series-card.tsx'
import { UsualDemand } from './usual-demand.tsx'

const PAST: readonly TripSummary['state'][] = ['finished', 'cancelled']
const isPast = ({ state }: TripSummary) => PAST.includes(state)
/** States that the place in the list says. */
const PLAIN: readonly TripSummary['state'][] = ['to_leave', 'finished']

/** Trips that the person drives: the next one large, later ones and series as lines, then past. */
export function MyPublished({ children }: { children: ReactNode }) {
  const answer = useRead(queryKeys.publishedTrips(), (signal) => api.trips.mine({ signal }))
  const series = useRead(queryKeys.tripSeries(), (signal) => api.recurrence.mine({ signal }))
  const demand = useRead(['demand', 'usual'], (signal) => api.rideRequests.usual({ signal }), {
    staleTime: 60_000,
  })
  if (!answer.data) {
    return <QueryState query={answer} what="tus viajes" rows={2} rowClass="h-36" />
  }
  if (series.isPending) return <SkeletonList rows={2} rowClass="h-36" />
  const { trips } = answer.data
  const repeating = series.data?.series.filter(repeats) ?? []
  const inSeries = tripIdsOf(repeating)
  const coming = trips
    .filter((trip) => !isPast(trip))
    .sort((a, b) => Date.parse(a.departsAt) - Date.parse(b.departsAt))
  const [next, ...others] = coming
  const later = others.filter(({ id }) => !inSeries.has(id))
  const past = trips.filter(isPast)
  return (
    <div className="grid gap-6">
      {next && <NextTrip trip={next} />}
      {!next && repeating.length === 0 && (
        <EmptyState
          region="llano"
          title="No tienes viajes publicados"
          action={<ButtonLink to={paths.publish()}>Publicar viaje</ButtonLink>}
        >
          ¿Vas a viajar con puestos libres? Publica tu ruta y comparte los gastos.
        </EmptyState>
      )}
      {series.isError && <ErrorBanner error={series.error} />}
      {later.length + repeating.length > 0 && (
        <Rows label="Después">
          {later.map((trip) => (
            <TripLine key={trip.id} trip={trip} />
          ))}
          {repeating.map((each) => (
            <SeriesRow key={each.id} series={each} trips={trips} />
          ))}
        </Rows>
      )}
      <UsualDemand rows={demand.data?.rows ?? []} />
      {/* Below what can still come, so that the list does not move. */}
      {!demand.isPending && (
        <>
          <PastTrips
            count={past.length > 0 ? plural(past.length, 'viaje', 'viajes') : null}
            about="passenger"
          >
            <Lines label="Pasados">
              {past.map((trip) => (
                <TripLine key={trip.id} trip={trip} />
              ))}
            </Lines>
          </PastTrips>
          {children}
        </>
      )}
    </div>
  )
}

/** What of a trip needs a look, or how it is when that is unusual. */
function unusual({ state, paused, requestsPending }: TripSummary): ReactNode {
  if (requestsPending > 0) {
    return (
      <StatusPill tone="urgent" icon={Clock3}>
        {plural(requestsPending, 'solicitud por responder', 'solicitudes por responder')}
      </StatusPill>
    )
  }
  if (paused) {
    return (
      <StatusPill tone="urgent" icon={CirclePause}>
        {paused === 'driver' ? 'En pausa' : 'En pausa: no se vende'}
      </StatusPill>
    )
  }
  const { text, tone } = tripStateWords(state)
  return PLAIN.includes(state) ? null : <StatusPill tone={tone}>{text}</StatusPill>
}

const soldWords = ({ seatsSold, seats }: TripSummary) =>
  seatsSold > seats
    ? plural(seatsSold, 'cupo vendido', 'cupos vendidos')
    : `${seatsSold} de ${plural(seats, 'cupo vendido', 'cupos vendidos')}`

function TripLine({ trip }: { trip: TripSummary }) {
  const [from, until] = [trip.stops[0], trip.stops.at(-1)]
  if (!from || !until) return null
  const to = paths.ownTrip(trip.id)
  return (
    <JourneyLine
      Icon={CarFront}
      {...{ to, from, until }}
      fact={soldWords(trip)}
      value={unusual(trip)}
    />
  )
}

/** The next trip, large, with what its driver does on its day. */
function NextTrip({ trip }: { trip: TripSummary }) {
  const [from, to] = [trip.stops[0], trip.stops.at(-1)]
  if (!from || !to) return null
  const between = trip.stops.length - 2
  return (
    <section aria-label="Próximo viaje">
      <JourneyCard
        to={paths.ownTrip(trip.id)}
        label={`Tu viaje de ${from.name} a ${to.name}, ${dateTime(from.at)}`}
        from={from}
        until={to}
        status={tripStateWords(trip.state)}
        facts={[
          soldWords(trip),
          `${pesos(trip.seatPrice)} por cupo`,
          ...(between > 0 ? [plural(between, 'parada', 'paradas')] : []),
        ]}
      >
        <div className="mt-3 empty:hidden">{PLAIN.includes(trip.state) && unusual(trip)}</div>
        {trip.runSheet && (
          // Above the card's own link, which covers the rest of the card.
          <ButtonLink
            to={paths.runSheet(trip.id)}
            Icon={Route}
            className="relative z-1 mt-3 w-full"
          >
            Abrir hoja de ruta
          </ButtonLink>
        )}
      </JourneyCard>
    </section>
  )
}
