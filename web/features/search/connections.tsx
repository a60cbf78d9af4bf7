import { useQuery } from '@tanstack/react-query'
import { Repeat2 } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import type { Connection } from '#contract/connections.ts'
import { calendarDate, duration, durationBetween, pesos, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { RatingLine } from '#web/shared/ratings/rating-line.tsx'
import { RouteLine } from '#web/shared/trips/route-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { connectionsAsked, FEW_DIRECT } from './connections-query.ts'
import { MayComeLater } from './create-alert.tsx'
import { dayPartOf } from './group-results.ts'
import type { View } from './results-filter.ts'
import type { SearchQuery } from './search-query.ts'
import { Today } from './today.ts'

type ConnectionsProps = {
  query: SearchQuery
  view: View
  /** Number of direct trips of the day: with few the others are asked for at once. */
  total: number
  /** What the screen says when the day has no trip at all, neither direct nor with a change. */
  none?: ReactNode
}

/** Trips with one change of car, below the direct ones or instead of them. */
export function Connections({ query, view, total, none = null }: ConnectionsProps) {
  const [pressed, setPressed] = useState(false)
  const asked = pressed || total < FEW_DIRECT
  const found = useQuery({ ...connectionsAsked(query, view), enabled: asked })
  if (!asked || (pressed && found.isPending)) {
    return (
      <Button variant="secondary" pending={pressed} onClick={() => setPressed(true)}>
        Ver también con un cambio
      </Button>
    )
  }
  if (found.isPending) return <SkeletonList rows={1} rowClass="h-80" />
  // Without direct trips, what the person can do instead is worth more than an error.
  if (found.isLoadingError && total > 0) {
    const retry = () => void found.refetch()
    return <LoadFailed what="los viajes con un cambio" error={found.error} onRetry={retry} />
  }
  const shown = suited(found.data?.connections ?? [], view)
  if (shown.length === 0) {
    return pressed ? <p role="status">No hay un viaje con un cambio que te convenga más.</p> : none
  }
  const list = (
    <section aria-labelledby="con-un-cambio" className="grid gap-1.5 sm:gap-3">
      <h2 id="con-un-cambio" className="text-base sm:text-xl">
        {total === 0
          ? 'No hay un carro directo. Con un cambio sí llegas:'
          : 'Con un cambio de carro'}
      </h2>
      <ul className={cx('grid items-start gap-4 md:grid-cols-2', total > 0 && 'lg:grid-cols-1')}>
        {shown.map((connection) => (
          <li key={connection.parts.map(({ tripId }) => tripId).join()}>
            <ConnectionCard connection={connection} seats={query.seats} />
          </li>
        ))}
      </ul>
      {total === 0 && <MayComeLater query={query} />}
    </section>
  )
  return pressed ? <TakesFocus>{list}</TakesFocus> : list
}

/** Those of the chosen hours and price: the cheapest first when chosen so, else by departure. */
function suited(all: readonly Connection[], { hours, maxPrice, sort }: View): Connection[] {
  return all
    .filter(({ departsAt }) => hours.length === 0 || hours.includes(dayPartOf(departsAt)))
    .filter(({ price }) => maxPrice === null || price <= maxPrice)
    .sort((a, b) => (sort === 'precio' ? a.price - b.price : a.departsAt < b.departsAt ? -1 : 1))
}

/** A trip with one change of car: both cars, the change between them, and one price. */
function ConnectionCard({ connection, seats }: { connection: Connection; seats: number }) {
  const { parts, changeAt, changeMinutes, slack, departsAt, arrivesAt, price } = connection
  const [one, two] = parts
  const now = use(Today)
  const hours = `${time(departsAt)} → ${time(arrivesAt)}`
  return (
    <article
      aria-label={`De ${one.from.name} a ${two.to.name} con cambio en ${changeAt.name}, ${hours}`}
      className="rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0">
          <span className="tnum block font-bold sm:text-lg">{hours}</span>
          <span className="text-sm text-muted">
            {durationBetween(departsAt, arrivesAt)}
            {calendarDate(departsAt) !== calendarDate(arrivesAt) &&
              ` · llega ${calendarDate(departsAt) === now ? 'mañana' : 'al día siguiente'}`}
          </span>
        </p>
        <p className="ml-auto shrink-0 text-right text-sm text-muted">
          <PesoAmount value={price} size="xl" className="block text-xl! text-ink sm:text-2xl!" />
          por cupo
          {seats > 1 && ` · ${pesos(price * seats)} por ${seats}`}
        </p>
      </div>
      <RouteLine
        className="mt-3"
        stops={[
          { name: one.from.name, at: departsAt, detail: <Driver part={one} /> },
          { name: changeAt.name, at: one.arrivesAt, detail: changeAt.point.name },
          {
            name: changeAt.name,
            at: two.departsAt,
            detail: (
              <>
                <span className="flex gap-1.5 text-ink">
                  <Repeat2 className="mt-0.5 size-4 shrink-0 text-bosque" />
                  {duration(changeMinutes)} para cambiar de carro, en el mismo punto
                  {slack === 'ample' && ' y con tiempo de sobra'}
                </span>
                <Driver part={two} />
              </>
            ),
          },
          { name: two.to.name, at: arrivesAt },
        ]}
      />
      <div className="mt-3 grid gap-3 border-t border-line pt-3">
        <p className="text-sm">
          Una sola reserva. Si el primero se atrasa o no sale, el segundo no te cuesta nada.
        </p>
        <ButtonLink
          className="sm:justify-self-end"
          aria-label={`Reservar los dos: sale ${time(departsAt)}, llega ${time(arrivesAt)}`}
          to={paths.bookConnection(parts, changeAt.point.id, seats)}
        >
          Reservar los dos
        </ButtonLink>
      </div>
    </article>
  )
}

function Driver({ part: { driver } }: { part: Connection['parts'][number] }) {
  return (
    <span className="block">
      con <span className="font-semibold text-ink">{driver.name.split(' ')[0]}</span> ·{' '}
      <RatingLine rating={driver.rating} />
    </span>
  )
}
