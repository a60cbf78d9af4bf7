import { circleMarker, polyline } from 'leaflet'
import { useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { drawNames } from '#web/ui/map/draw-base.ts'
import { type LatLng, mapBox, openMap, type Tiles } from '#web/ui/map/open-map.ts'

type End = LatLng & { name: string }

export type FlowMapProps = {
  /** Accessible name of the map. */
  label: string
  /** Pairs of places with the `size` of their flow; the largest size has the thickest line. */
  flows: readonly { from: End; to: End; size: number }[]
  tiles: Tiles
}

const WIDTH_MIN = 3
const WIDTH_MAX = 12

/** Map of flows between places, shown by the width of lines. Heavy: import it on demand. */
export function FlowMap({ label, flows, tiles }: FlowMapProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    const ends = flows.flatMap(({ from, to }) => [from, to])
    const map = openMap(box.current, { shows: ends, tiles })
    const largest = Math.max(1, ...flows.map(({ size }) => size))
    for (const { from, to, size } of flows) {
      const weight = WIDTH_MIN + (WIDTH_MAX - WIDTH_MIN) * (size / largest)
      polyline([from, to], { interactive: false, weight, className: 'map-flow' }).addTo(map)
    }
    const named = [...new Map(ends.map((end) => [end.name, end])).values()]
    for (const end of named) {
      circleMarker(end, { interactive: false, radius: 6, className: 'map-dot' }).addTo(map)
    }
    drawNames(map, named, tiles.url === null)
    return () => {
      map.remove()
    }
  }, [flows, tiles])
  return (
    <div
      ref={box}
      role="application"
      aria-label={label}
      className={cx(mapBox, 'h-96 max-h-[70dvh]')}
    />
  )
}
