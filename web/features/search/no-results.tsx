import { CalendarDays, ChevronRight, MapPin } from 'lucide-react'
import { type ReactNode, use } from 'react'
import type { SearchInstead } from '#contract/search.ts'
import {
  dayInSentence,
  km,
  plainDay,
  plural,
  relativeDay,
  seats as seatsText,
} from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { RouteTitle } from '#web/shared/places/route-title.tsx'
import type { ComboItem } from '#web/ui/combo-item.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link, PlainLink } from '#web/ui/link.tsx'
import { CreateAlert, useWishes } from './create-alert.tsx'
import type { SearchQuery } from './search-query.ts'
import { Today } from './today.ts'

export type NoResultsProps = {
  query: SearchQuery
  ends: readonly ComboItem[]
  instead: SearchInstead | undefined
}

function why({ date: day, seats }: SearchQuery, now: string): string {
  if (day < now) return `El ${plainDay(day)} ya pasó. Elige otra fecha.`
  const when = dayInSentence(day, now)
  // Trips may have left, be full or paused, or nobody published one: the answer does not say which.
  if (seats === 1 && day === now) return 'Por esa ruta ya no hay cupos hoy.'
  if (seats === 1) return `Por esa ruta no hay cupos para ${when} por ahora.`
  return `Por esa ruta no hay ${seatsText(seats)} juntos para ${when} por ahora.`
}

/** No results: why, the nearest day and town with trips, and one button that saves the search. */
export function NoResults({ query, ends, instead }: NoResultsProps) {
  const now = use(Today)
  const [from, to] = ends
  const list = { since: query.date, until: query.date, buys: true, wishes: useWishes() }
  return (
    <div className="grid">
      <EmptyState
        region="llano"
        title={
          <>
            No encontramos viajes
            {from && to && <RouteTitle from={from.label} to={to.label} />}
          </>
        }
        action={<CreateAlert query={query} />}
      >
        <p>{why(query, now)}</p>
        <Instead query={query} instead={instead} now={now} />
        <p className="mt-3">Te escribimos cuando alguien publique el viaje que buscas.</p>
        <p className="mt-3">
          <Link to={paths.alerts({ ...query, ...list })}>
            Comprar por mí cuando se libere un cupo
          </Link>
        </p>
      </EmptyState>
      <p className="mx-auto max-w-md text-center text-muted">
        ¿Vas a hacer ese camino? Comparte los gastos:{' '}
        <Link to={paths.publish(query)}>publica este viaje</Link>.
      </p>
    </div>
  )
}

type InsteadProps = { query: SearchQuery; instead: SearchInstead | undefined; now: string }

/** The nearest day and the nearest town, each with its number of trips, and fewer seats. */
function Instead({ query, instead, now }: InsteadProps) {
  const { day, town } = instead ?? {}
  if (!day && !town && query.seats === 1) return null
  const replaced = town?.from.placeId === query.from ? town.to : town?.from
  return (
    <ul aria-label="Opciones cercanas" className="mt-4 grid gap-2 text-left text-ink">
      {day && (
        <Option
          to={paths.search({ ...query, date: day.date })}
          icon={<CalendarDays className="size-5 shrink-0 text-bosque" />}
          title={relativeDay(day.date, now)}
          detail={`La fecha más cercana · ${plural(day.count, 'viaje', 'viajes')}`}
        />
      )}
      {town && replaced && (
        <Option
          to={paths.search({ ...query, from: town.from.placeId, to: town.to.placeId })}
          icon={<MapPin className="size-5 shrink-0 text-bosque" />}
          title={`${replaced === town.from ? 'Desde' : 'Hasta'} ${replaced.name}`}
          detail={`A ${km(town.awayKm)}, ese mismo día · ${plural(town.count, 'viaje', 'viajes')}`}
        />
      )}
      {query.seats > 1 && (
        <li className="text-center">
          <Link
            to={paths.search({ ...query, seats: 1 })}
            className="inline-flex min-h-11 items-center"
          >
            Buscar 1 cupo
          </Link>
        </li>
      )}
    </ul>
  )
}

type OptionProps = { to: string; icon: ReactNode; title: string; detail: string }

function Option({ to, icon, title, detail }: OptionProps) {
  return (
    <li>
      <PlainLink
        to={to}
        className="flex min-h-14 items-center gap-3 rounded-control border border-edge bg-surface
          px-4 py-2 hover:bg-bosque-soft"
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block font-semibold first-letter:uppercase">{title}</span>
          <span className="block text-sm text-muted">{detail}</span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-muted" />
      </PlainLink>
    </li>
  )
}
