import { CalendarDays } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import { PlainLink } from '#web/ui/link.tsx'

/**
 * A link to today's trips. web/enhance/next-trips.ts replaces it by one link per day, with the
 * number of trips.
 */
export function NextTrips({ from, to }: { from: string; to: string }) {
  return (
    <nav
      aria-label="Próximos viajes"
      data-next-trips=""
      data-from={from}
      data-to={to}
      className="rounded-card border border-line bg-surface p-3 shadow-card"
    >
      <p className="px-2.5 pt-1 font-semibold">
        <CalendarDays aria-hidden="true" className="mr-2 inline size-5 text-bosque" />
        Próximos viajes
      </p>
      <ul className="mt-1 grid">
        <li>
          <PlainLink
            to={paths.search({ from, to })}
            className="flex min-h-11 items-center justify-between gap-3 rounded-control px-2.5
              font-semibold text-bosque hover:bg-bosque-soft"
          >
            Ver viajes de hoy
          </PlainLink>
        </li>
      </ul>
      <p role="status" className="px-2.5 text-sm text-muted empty:hidden" />
    </nav>
  )
}
