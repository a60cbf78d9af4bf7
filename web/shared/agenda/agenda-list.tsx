import { ChevronRight, Clock3, Route } from 'lucide-react'
import type { AgendaItem } from '#contract/agenda.ts'
import { before, plural, relativeDay, seats, sentence, tripTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { RouteTitle } from '../places/route-title.tsx'

/** List of the person's open tasks, each with a link to its screen; nothing without tasks. */
export function AgendaList({ items }: { items: readonly AgendaItem[] }) {
  if (items.length === 0) return null
  return (
    <section aria-label="Lo que sigue">
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={`${item.kind}-${item.as}-${item.tripId}-${item.bookingId}`}>
            <AgendaCard item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function AgendaCard({ item }: { item: AgendaItem }) {
  const { title, detail, to, action, urgent } = agendaWords(item, new Date())
  const Icon = urgent ? Clock3 : Route
  const label = `${title}, ${item.from.name} → ${item.to.name}`
  return (
    <article
      aria-label={label}
      className={cx(
        'relative flex items-center gap-3 rounded-card border bg-surface p-3 shadow-card',
        urgent ? 'border-arcilla' : 'border-line hover:border-bosque',
      )}
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-11 shrink-0 place-items-center rounded-full',
          urgent ? 'bg-arcilla-soft text-arcilla' : 'bg-bosque-soft text-bosque',
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className={cx('text-sm font-semibold', urgent ? 'text-arcilla' : 'text-muted')}>
          {title}
        </p>
        <p className="font-bold">
          <RouteTitle from={item.from.name} to={item.to.name} />
        </p>
        <p className="tnum text-sm text-muted">{detail}</p>
        <PlainLink
          to={to}
          aria-label={`${action}: ${label}`}
          className="cover-link font-semibold text-bosque"
        >
          {action}
        </PlainLink>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </article>
  )
}

type AgendaWords = {
  title: string
  /** Time or deadline of the item, and its consequence. */
  detail: string
  to: string
  action: string
  urgent: boolean
}

function agendaWords(item: AgendaItem, now: Date): AgendaWords {
  const { tripId, bookingId, count, until } = item
  const deadline = until ? before(until, now) : ''
  const segment = { from: item.from.id, to: item.to.id, seats: item.seats }
  switch (item.kind) {
    case 'keep':
      return {
        title: `Tienes ${plural(item.seats, 'cupo apartado', 'cupos apartados')}`,
        detail: sentence(`Termina tu reserva ${deadline}`),
        to: paths.book(tripId, { ...segment, kept: true }),
        action: 'Seguir con la reserva',
        urgent: true,
      }
    case 'request':
      return {
        title: plural(count, 'solicitud por responder', 'solicitudes por responder'),
        detail: sentence(`Responde ${deadline}`),
        to: paths.ownTrip(tripId),
        action: 'Responder',
        urgent: true,
      }
    case 'no_show':
      return {
        title: 'El conductor dice que no llegaste',
        detail: sentence(`Si no fue así, dilo ${deadline}`),
        to: paths.booking(bookingId ?? ''),
        action: 'Responder',
        urgent: true,
      }
    case 'trip':
      return nextTrip(item, now)
  }
}

function nextTrip(item: AgendaItem, now: Date) {
  const { as, tripId, bookingId, from, seats: n, unanswered, runSheet } = item
  const near = relativeDay(from.at, now)
  const when = `${near[0]?.toUpperCase()}${near.slice(1)}, ${tripTime(from.at)}`
  if (as === 'passenger') {
    return {
      title: 'Tu próximo viaje',
      detail: unanswered ? `${when} · el conductor aún no responde` : `${when} · ${seats(n)}`,
      to: unanswered ? paths.booking(bookingId ?? '') : paths.ticket(bookingId ?? ''),
      action: unanswered ? 'Ver solicitud' : 'Ver tiquete',
      urgent: false,
    }
  }
  return {
    title: 'Tu próximo viaje al volante',
    detail: `${when} · ${plural(n, 'cupo vendido', 'cupos vendidos')}`,
    to: runSheet ? paths.runSheet(tripId) : paths.ownTrip(tripId),
    action: runSheet ? 'Hoja de ruta' : 'Ver viaje',
    urgent: false,
  }
}
