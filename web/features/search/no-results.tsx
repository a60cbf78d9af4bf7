import { use } from 'react'
import { rideRequestLinks } from '#web/domain/ride-requests/ride-request-links.ts'
import {
  dayInSentence,
  plainDay,
  plural,
  relativeDay,
  seats as seatsText,
} from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { CreateAlert } from './create-alert.tsx'
import type { SearchQuery } from './search-query.ts'
import { Today } from './today.ts'

type NoResultsProps = {
  query: SearchQuery
  ends: readonly ComboItem[]
  nearbyDates: readonly { date: string; count: number }[]
}

function why({ date: day, seats }: SearchQuery, now: string): string {
  if (day < now) return `El ${plainDay(day)} ya pasó. Elige otra fecha.`
  const when = dayInSentence(day, now)
  if (seats === 1) return `Nadie ha publicado un viaje por esa ruta para ${when}.`
  return `Ningún viaje por esa ruta tiene ${seatsText(seats)} juntos para ${when}.`
}

/** No results: why, the nearest days with trips, and a link to publish one. */
export function NoResults({ query, ends, nearbyDates }: NoResultsProps) {
  const now = use(Today)
  const [from, to] = ends
  const route = from && to ? ` de ${from.label} a ${to.label}` : ''
  const days = nearbyDates.filter((day) => day.count > 0)
  return (
    <EmptyState
      region="llano"
      title={`No encontramos viajes${route}`}
      action={
        <>
          {query.seats > 1 && (
            <ButtonLink variant="secondary" to={paths.search({ ...query, seats: 1 })}>
              Buscar 1 cupo
            </ButtonLink>
          )}
          <CreateAlert query={query} />
          <ButtonLink variant="secondary" to={rideRequestLinks.mine(query)}>
            Publica que buscas cupo
          </ButtonLink>
          <ButtonLink variant="secondary" to={paths.publish(query)}>
            Publica este viaje
          </ButtonLink>
        </>
      }
    >
      <p>{why(query, now)}</p>
      {days.length > 0 ? (
        <>
          <p className="mt-3 font-semibold text-ink">Sí hay en estas fechas:</p>
          <ul className="mt-2 flex flex-wrap justify-center gap-2">
            {days.map((day) => (
              <li key={day.date}>
                <PlainLink
                  to={paths.search({ ...query, date: day.date })}
                  className="chip text-ink"
                >
                  {relativeDay(day.date, now)} · {plural(day.count, 'viaje', 'viajes')}
                </PlainLink>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mt-2">
          Te escribimos cuando alguien lo publique. ¿Vas a hacer ese camino? Comparte los gastos y
          ofrece tus cupos.
        </p>
      )}
    </EmptyState>
  )
}
