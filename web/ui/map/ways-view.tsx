import {
  circleMarker,
  type LayerGroup,
  type Map as LeafletMap,
  layerGroup,
  polyline,
} from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { drawNames } from './draw-base.ts'
import type { MapPoint } from './map-view.tsx'
import { mapBox, openMap, type Tiles } from './open-map.ts'

export type MapLine = { id: string; points: readonly MapPoint[] }

export type WaysViewProps = {
  /** Accessible name of the map. */
  label: string
  /** Routes between the same two ends. */
  lines: readonly MapLine[]
  /** Id of the highlighted line. */
  chosen: string | null
  /** A click on a line. Offer the choice elsewhere too: lines cannot have the focus. */
  onChoose: (id: string) => void
  tiles: Tiles
}

/** Several routes on one map, one of them selected. Heavy: import it on demand. */
export function WaysView({ label, lines, chosen, onChoose, tiles }: WaysViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const open = useRef<LeafletMap>(null)
  const choose = useRef(onChoose)
  choose.current = onChoose
  useEffect(() => {
    const element = box.current
    if (!element) return
    const points = lines.flatMap((line) => line.points)
    const opened = openMap(element, { shows: points, tiles })
    drawNames(opened, namedOf(points), tiles.url === null)
    open.current = opened
    setMap(opened)
    return () => {
      open.current = null
      setMap(null)
      opened.remove()
    }
  }, [lines, tiles])
  useEffect(() => {
    // When the lines change, the state still has the map that was just removed.
    if (!map || map !== open.current) return
    const drawn = drawLines(lines, chosen, (id) => choose.current(id)).addTo(map)
    return () => {
      drawn.remove()
    }
  }, [map, lines, chosen])
  return (
    <div
      ref={box}
      role="application"
      aria-label={label}
      className={cx(mapBox, 'h-96 max-h-[70dvh]')}
    />
  )
}

/** Returns each named point once, because the routes share their ends. */
function namedOf(points: readonly MapPoint[]): MapPoint[] {
  const named = points.filter((point) => point.named)
  return [...new Map(named.map((point) => [point.name, point])).values()]
}

const FINGER_PX = 24

/** Draws the lines, the selected one on top. A broad invisible line is each touch target. */
function drawLines(
  lines: readonly MapLine[],
  chosen: string | null,
  onPress: (id: string) => void,
): LayerGroup {
  const still = { interactive: false }
  const drawn = layerGroup()
  const others = lines.filter(({ id }) => id !== chosen)
  const last = lines.filter(({ id }) => id === chosen)
  for (const { id, points } of [...others, ...last]) {
    const way = points.map(({ lat, lng }) => ({ lat, lng }))
    const look = id === chosen ? 'map-part' : 'map-way'
    polyline(way, { ...still, className: 'map-way-edge' }).addTo(drawn)
    polyline(way, { ...still, className: `${look} map-line-${id}` }).addTo(drawn)
  }
  for (const { id, points } of [...last, ...others]) {
    const way = points.map(({ lat, lng }) => ({ lat, lng }))
    polyline(way, { weight: FINGER_PX, opacity: 0, className: `map-press map-press-${id}` })
      .on('click', () => onPress(id))
      .addTo(drawn)
  }
  const ends = [lines[0]?.points[0], lines[0]?.points.at(-1)].flatMap((end) => end ?? [])
  for (const { lat, lng } of ends) {
    circleMarker([lat, lng], { ...still, radius: 8, className: 'map-dot map-end' }).addTo(drawn)
  }
  return drawn
}
