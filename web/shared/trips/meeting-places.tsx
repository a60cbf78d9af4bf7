import { useState } from 'react'
import type { StopPoint } from '#contract/trips.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { CardSection } from '#web/ui/card.tsx'
import { MapBehindButton } from '#web/ui/map/map-on-demand.tsx'
import { PointLine } from './point-line.tsx'
import { WayThere } from './way-there.tsx'

const PointMap = lazyPart(() => import('#web/ui/map/point-map.tsx'), 'PointMap')

type MeetingPlacesProps = {
  /** Meeting points where the passenger boards and leaves; null: still to be agreed. */
  from: StopPoint | null
  to: StopPoint | null
}

/** The meeting points of a passenger; renders nothing where none was chosen. */
export function MeetingPlaces({ from, to }: MeetingPlacesProps) {
  if (!from && !to) return null
  return (
    <CardSection title="Cómo llegar al punto de encuentro">
      <ul className="grid gap-6">
        {from && <MeetingPlace word="Para subir" point={from} />}
        {to && <MeetingPlace word="Para bajar" point={to} />}
      </ul>
    </CardSection>
  )
}

function MeetingPlace({ word, point }: { word: string; point: StopPoint }) {
  return (
    <li className="grid gap-3">
      <div>
        <p className="text-sm text-muted">{word}</p>
        <PointLine point={point} />
      </div>
      <MeetingWay point={point} />
    </li>
  )
}

/** Directions to a meeting point, and a map of it that opens with a press. */
export function MeetingWay({ point }: { point: Pick<StopPoint, 'name' | 'lat' | 'lng'> }) {
  const [opened, setOpened] = useState(false)
  const tiles = useMapTiles(opened)
  const way = <WayThere point={point} />
  return (
    <MapBehindButton of={point.name} onOpen={() => setOpened(true)} beside={way}>
      {tiles ? <PointMap label={`Mapa de ${point.name}`} point={point} tiles={tiles} /> : null}
    </MapBehindButton>
  )
}
