import { circleMarker, polyline } from 'leaflet'
import { useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { drawNames } from './draw-base.ts'
import { mapBox, openMap, type Tiles } from './open-map.ts'

export type MapPoint = { name: string; lat: number; lng: number; named: boolean }

export type MapViewProps = {
  /** Accessible name of the map. */
  label: string
  /** Points of the route, in order. */
  points: readonly MapPoint[]
  /** Indexes in `points` of the highlighted part. */
  part: { from: number; to: number }
  tiles: Tiles
}

/** A map of one route with pan and zoom. Heavy: import it on demand. */
export function MapView({ label, points, part, tiles }: MapViewProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const map = drawWay(element, { points, part, tiles })
    return () => {
      map.remove()
    }
  }, [points, part, tiles])
  return (
    <div
      ref={box}
      role="application"
      aria-label={label}
      className={cx(mapBox, 'h-96 max-h-[70dvh]')}
    />
  )
}

function drawWay(element: HTMLElement, { points, part, tiles }: Omit<MapViewProps, 'label'>) {
  const way = points.map(({ lat, lng }) => ({ lat, lng }))
  const map = openMap(element, { shows: way, tiles })
  const { from, to } = part
  const line = { interactive: false }
  polyline(way, { ...line, className: 'map-way-edge' }).addTo(map)
  polyline(way, { ...line, className: 'map-way' }).addTo(map)
  polyline(way.slice(from, to + 1), { ...line, className: 'map-part' }).addTo(map)
  points.forEach(({ lat, lng, named }, at) => {
    if (!named) return
    const end = at === from || at === to
    const className = end ? 'map-dot map-end' : 'map-dot'
    circleMarker([lat, lng], { ...line, radius: end ? 8 : 6, className }).addTo(map)
  })
  drawNames(
    map,
    points.filter(({ named }) => named),
    tiles.url === null,
  )
  return map
}
