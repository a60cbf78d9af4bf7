import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Connection } from '#contract/connections.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { connectionsAsked, FEW_DIRECT } from './connections-query.ts'
import { MayComeLater } from './create-alert.tsx'
import { dayPartOf } from './group-results.ts'
import type { View } from './results-filter.ts'
import type { SearchQuery } from './search-query.ts'

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
  if (found.isError && total > 0) {
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
