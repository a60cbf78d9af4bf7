import { circleMarker } from 'leaflet'
import { useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { drawNames } from './draw-base.ts'
import { type LatLng, mapBox, openMap, type Tiles } from './open-map.ts'

type PointMapProps = {
  /** Accessible name of the map. */
  label: string
  point: LatLng & { name: string }
  tiles: Tiles
}

/** Map of one place. Heavy: import it on demand. */
export function PointMap({ label, point, tiles }: PointMapProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    const map = openMap(box.current, { shows: [point], tiles, zoomMax: tiles.url ? 16 : 11 })
    circleMarker(point, { interactive: false, radius: 8, className: 'map-dot map-end' }).addTo(map)
    drawNames(map, [point], tiles.url === null)
    return () => {
      map.remove()
    }
  }, [point, tiles])
  return (
    <div
      ref={box}
      role="application"
      aria-label={label}
      className={cx(mapBox, 'h-72 max-h-[60dvh]')}
    />
  )
}
