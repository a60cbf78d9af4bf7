import { ChevronRight, Clock3, Route } from 'lucide-react'
import type { AgendaItem } from '#contract/agenda.ts'
import { serverDate } from '#web/lib/clock.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { RouteTitle } from '../places/route-title.tsx'
import { agendaWords } from './agenda-words.ts'

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
  const { title, detail, to, action, urgent } = agendaWords(item, serverDate())
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
      <ChevronRight className="size-5 shrink-0 text-muted" />
    </article>
  )
}
