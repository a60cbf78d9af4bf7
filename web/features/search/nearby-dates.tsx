import { use } from 'react'
import { addDays, date, plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import type { SearchQuery } from './search-query.ts'
import { Today } from './today.ts'

const AROUND = [-3, -2, -1, 0, 1, 2, 3]

type NearbyDatesProps = {
  query: SearchQuery
  /** Undefined while it is read: the days stand without numbers. */
  answer: { total: number; nearbyDates: readonly { date: string; count: number }[] } | undefined
}

/** Scrolls only the strip, not the page: the person may have scrolled down before it loaded. */
function intoSight(item: HTMLElement | null): void {
  const strip = item?.closest('nav')
  if (!item || !strip) return
  const [inner, outer] = [item.getBoundingClientRect(), strip.getBoundingClientRect()]
  strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
}

/** Three days before and after the searched one, with their trips; past days are omitted. */
export function NearbyDates({ query, answer }: NearbyDatesProps) {
  const counts = new Map(answer?.nearbyDates.map((day) => [day.date, day.count]))
  if (answer) counts.set(query.date, answer.total)
  const now = use(Today)
  const days = AROUND.map((days) => addDays(query.date, days)).filter((day) => day >= now)
  return (
    <nav
      aria-label="Fechas cercanas"
      className="-mx-4 overflow-x-auto px-4 py-0.5 sm:-mx-6 sm:px-6 sm:py-1 lg:mx-0 lg:px-1"
    >
      <ul className="flex gap-2">
        {days.map((day) => (
          <li
            key={day}
            // On a narrow screen the searched day may be outside the visible part of the strip.
            ref={day === query.date ? intoSight : null}
            className="min-w-[6rem] flex-1"
          >
            <Day
              day={day}
              count={answer && (counts.get(day) ?? 0)}
              current={day === query.date}
              to={paths.search({ ...query, date: day })}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type DayProps = { day: string; count: number | undefined; current: boolean; to: string }

function Day({ day, count, current, to }: DayProps) {
  const [weekday = '', rest = ''] = date(day).split(', ')
  return (
    <PlainLink
      to={to}
      replace
      preventScrollReset
      aria-current={current ? 'date' : undefined}
      className={cx(
        'grid min-h-13 place-content-center rounded-control border px-2 py-1 text-center',
        'leading-tight sm:min-h-16',
        current
          ? 'border-bosque bg-bosque-soft ring-1 ring-bosque'
          : 'border-line bg-surface hover:border-bosque',
      )}
    >
      <span className="text-sm font-semibold whitespace-nowrap first-letter:uppercase">
        {weekday} {rest.replace(' de ', ' ')}
      </span>
      <span className={cx('text-sm', count ? 'font-semibold text-bosque' : 'text-muted')}>
        {count ? plural(count, 'viaje', 'viajes') : count === 0 ? 'Sin viajes' : '…'}
      </span>
    </PlainLink>
  )
}
