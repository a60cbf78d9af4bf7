import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Connection } from '#contract/connections.ts'
import { plural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { connectionsAsked } from './connections-query.ts'
import { MayComeLater } from './create-alert.tsx'
import { dayPartOf } from './group-results.ts'
import type { View } from './results-filter.ts'
import type { SearchQuery } from './search-query.ts'

type ConnectionsProps = {
  query: SearchQuery
  view: View
  /** What the screen says when the day has no trip at all, neither direct nor with a change. */
  none?: ReactNode
}

/** Trips with one change of car, below the direct ones or instead of them. */
export function Connections({ query, view, none = null }: ConnectionsProps) {
  const found = useQuery(connectionsAsked(query, view))
  if (found.isPending) return <SkeletonList rows={1} rowClass="h-80" />
  // Where direct trips are missing too, what the person can do instead is worth more than an error.
  if (found.isError && none) return none
  if (found.isError) {
    return (
      <LoadFailed
        what="los viajes con un cambio"
        error={found.error}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    )
  }
  const shown = suited(found.data.connections, view)
  if (shown.length === 0) return none
  return (
    <div className="grid gap-4">
      <section aria-labelledby="con-un-cambio" className="grid gap-1.5 sm:gap-3">
        <h2 id="con-un-cambio" className="text-base sm:text-xl">
          {none ? 'No hay un carro directo. Con un cambio sí llegas:' : 'Con un cambio de carro'}
        </h2>
        <ul className={cx('grid items-start gap-4 md:grid-cols-2', !none && 'lg:grid-cols-1')}>
          {shown.map((connection) => (
            <li key={connection.parts.map(({ tripId }) => tripId).join()}>
              <ConnectionCard connection={connection} seats={query.seats} />
            </li>
          ))}
        </ul>
      </section>
      {none && <MayComeLater query={query} />}
    </div>
  )
}

/** A button that asks for trips with a change, where there are enough direct ones. */
export function ConnectionsOnRequest({ query, view }: Omit<ConnectionsProps, 'none'>) {
  const [asked, setAsked] = useState(false)
  const found = useQuery({ ...connectionsAsked(query, view), enabled: asked })
  if (!asked || found.isPending) {
    return (
      <Button
        variant="secondary"
        className="justify-self-center"
        pending={asked}
        pendingText="Buscando…"
        onClick={() => setAsked(true)}
      >
        Ver también con un cambio
      </Button>
    )
  }
  const count = found.data ? suited(found.data.connections, view).length : null
  return (
    <TakesFocus>
      <p role="status" className={count === 0 ? 'text-muted' : 'sr-only'}>
        {count === 0
          ? 'Ese día ningún viaje con un cambio de carro te hace salir más tarde o llegar antes.'
          : count && plural(count, 'viaje con un cambio', 'viajes con un cambio')}
      </p>
      <Connections query={query} view={view} />
    </TakesFocus>
  )
}

/** Those of the chosen hours and price, in the chosen order. */
function suited(all: readonly Connection[], { hours, maxPrice, sort }: View): Connection[] {
  const takes = ({ departsAt, arrivesAt }: Connection) =>
    Date.parse(arrivesAt) - Date.parse(departsAt)
  return all
    .filter(({ departsAt }) => hours.length === 0 || hours.includes(dayPartOf(departsAt)))
    .filter(({ price }) => maxPrice === null || price <= maxPrice)
    .sort((a, b) => {
      if (sort === 'precio') return a.price - b.price
      if (sort === 'duracion') return takes(a) - takes(b)
      return a.departsAt < b.departsAt ? -1 : 1
    })
}
