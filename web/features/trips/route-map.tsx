import { useMemo, useState } from 'react'
import type { TripStop } from '#contract/trips.ts'
import { useMapTiles } from '#web/lib/map-tiles.ts'
import { MapOnDemand } from '#web/ui/map/map-on-demand.tsx'
import { RouteDrawing } from '#web/ui/map/route-drawing.tsx'

type RouteMapProps = {
  corridor: readonly TripStop[]
  /** Ids of the stops where the person gets on and off. */
  from: string
  to: string
}

/** The route as a drawing, and as a map that loads on demand. */
export function RouteMap({ corridor, from, to }: RouteMapProps) {
  const [opened, setOpened] = useState(false)
  const tiles = useMapTiles(opened)
  const { points, part } = useMemo(() => {
    const named = corridor.map((stop) => ({
      ...stop,
      named: stop.declared || stop.id === from || stop.id === to,
    }))
    const at = (id: string) => corridor.findIndex((stop) => stop.id === id)
    return { points: named, part: { from: at(from), to: at(to) } }
  }, [corridor, from, to])
  return (
    <div className="grid gap-3">
      <RouteDrawing places={points} part={part} />
      <MapOnDemand
        label="Mapa del recorrido"
        points={points}
        part={part}
        tiles={tiles}
        onOpen={() => setOpened(true)}
      />
    </div>
  )
}
