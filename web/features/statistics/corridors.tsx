import { lazy, Suspense, useMemo, useState } from 'react'
import type { Dashboard } from '#contract/statistics.ts'
import { number } from '#web/lib/format.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const FlowMap = lazy(async () => ({
  default: (await import('./flow-map.tsx')).FlowMap,
}))

/** The corridors with most seats, as a list and on the map. */
export function Corridors({ corridors }: { corridors: Dashboard['corridors'] }) {
  const [isOpen, setIsOpen] = useState(false)
  const tiles = useMapTiles(isOpen)
  const flows = useMemo(() => corridors.map(flowOf), [corridors])
  if (corridors.length === 0) {
    return (
      <CardSection title="Corredores">
        <p className="text-muted">Ningún viaje sale en el período.</p>
      </CardSection>
    )
  }
  return (
    <CardSection
      title="Corredores"
      aside={
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((open) => !open)}
        >
          {isOpen ? 'Ocultar el mapa' : 'Ver en el mapa'}
        </Button>
      }
    >
      {isOpen && (
        <div className="mb-4">
          <Suspense fallback={<Skeleton className="h-96" />}>
            {tiles ? (
              <FlowMap label="Corredores con más cupos" flows={flows} tiles={tiles} />
            ) : (
              <Skeleton className="h-96" />
            )}
          </Suspense>
        </div>
      )}
      <ol className="grid divide-y divide-line">
        {corridors.map(({ from, to, seatsOffered, seatsSold }) => (
          <li
            key={`${from.placeId} ${to.placeId}`}
            className="flex flex-wrap justify-between gap-x-4 py-2"
          >
            <span className="font-semibold">
              {from.name} → {to.name}
            </span>
            <span className="tnum text-muted">
              {number(seatsSold)} de {number(seatsOffered)} cupos vendidos
            </span>
          </li>
        ))}
      </ol>
    </CardSection>
  )
}

function flowOf({ from, to, seatsOffered }: Dashboard['corridors'][number]) {
  return { from, to, size: seatsOffered }
}
