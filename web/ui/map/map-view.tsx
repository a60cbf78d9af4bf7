import 'leaflet/dist/leaflet.css'
import './map-view.css'
import { circleMarker, control, map as createMap, latLngBounds, polyline, tileLayer } from 'leaflet'
import { useEffect, useRef } from 'react'
import { drawBase, drawNames } from './draw-base.ts'

export type MapPoint = { name: string; lat: number; lng: number; named: boolean }

export type MapViewProps = {
  /** What the map shows, for those who do not see it. */
  label: string
  /** The way, in order. */
  points: readonly MapPoint[]
  /** Positions in `points` of the part that matters. */
  part: { from: number; to: number }
  /** Images of a map server; without them our own drawing. */
  tiles: { url: string | null; attribution: string }
}

/** A map that can be moved and enlarged. Heavy: load it when somebody asks to see it. */
export function MapView({ label, points, part, tiles }: MapViewProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const map = openMap(element, { points, part, tiles })
    return () => {
      map.remove()
    }
  }, [points, part, tiles])
  return (
    <section
      ref={box}
      aria-label={label}
      className="map-view isolate h-96 max-h-[70dvh] w-full overflow-hidden rounded-card border
        border-line"
    />
  )
}

function openMap(element: HTMLElement, { points, part, tiles }: Omit<MapViewProps, 'label'>) {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = createMap(element, {
    zoomControl: false,
    // Scrolling the page must not enlarge the map on the way.
    scrollWheelZoom: false,
    zoomAnimation: !still,
    fadeAnimation: !still,
    minZoom: 5,
    maxZoom: tiles.url ? 17 : 11,
  })
  map.attributionControl.setPrefix(false)
  control.zoom({ zoomInTitle: 'Acercar', zoomOutTitle: 'Alejar' }).addTo(map)
  const way = points.map(({ lat, lng }) => ({ lat, lng }))
  map.fitBounds(latLngBounds(way), { padding: [36, 36], maxZoom: 10, animate: false })
  if (tiles.url) tileLayer(tiles.url, { attribution: tiles.attribution }).addTo(map)
  else {
    drawBase(map)
    map.attributionControl.addAttribution('Dibujo de Cupo, aproximado')
  }
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
