import {
  circleMarker,
  DomEvent,
  divIcon,
  type Map as LeafletMap,
  latLngBounds,
  layerGroup,
  type Marker,
  marker,
  polyline,
} from 'leaflet'
import { useEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { drawNames } from '#web/ui/map/draw-base.ts'
import { type LatLng, mapBox, openMap, type Tiles } from '#web/ui/map/open-map.ts'

export type Bubble = LatLng & {
  id: string
  /** Name of the place, for screen readers. */
  name: string
  /** Visible text: the main part, then the rest. */
  words: readonly [string, string]
}

export type BubbleMapProps = {
  /** Accessible name of the map. */
  label: string
  bubbles: readonly Bubble[]
  /** Destinations, shown without a bubble. */
  ends: readonly (LatLng & { name: string })[]
  /** Id of the pressed bubble. */
  chosen: string
  onChoose: (id: string) => void
  /** Route drawn under the bubbles. */
  way: readonly LatLng[]
  tiles: Tiles
  className?: string
}

type Drawn = { map: LeafletMap; spots: Map<string, Spot> }
type Spot = { mark: Marker; button: HTMLButtonElement }

/** Padding in px: the bubbles are wider than their places, and are above them. */
const MODULE = { padding: [80, 64] as [number, number], maxZoom: 10, animate: false }

/** Map with buttons on places. Heavy: import it on demand. */
export function BubbleMap(props: BubbleMapProps) {
  const { label, bubbles, ends, chosen, onChoose, way, tiles, className } = props
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const open = useRef<LeafletMap>(null)
  const choose = useRef(onChoose)
  choose.current = onChoose
  useEffect(() => {
    if (!box.current) return
    const shows = [...bubbles, ...ends]
    const map = openMap(box.current, { shows, tiles })
    map.fitBounds(latLngBounds(shows.map(({ lat, lng }) => ({ lat, lng }))), MODULE)
    const spots = drawBubbles(map, bubbles, (id) => choose.current(id))
    for (const end of ends) {
      circleMarker(end, { interactive: false, radius: 8, className: 'map-dot map-end' }).addTo(map)
    }
    drawNames(map, shows, tiles.url === null)
    open.current = map
    setDrawn({ map, spots })
    return () => {
      open.current = null
      setDrawn(null)
      map.remove()
    }
  }, [bubbles, ends, tiles])
  useEffect(() => {
    for (const [id, { mark, button }] of drawn?.spots ?? []) {
      button.setAttribute('aria-pressed', String(id === chosen))
      mark.setZIndexOffset(id === chosen ? 1000 : 0)
    }
  }, [drawn, chosen])
  useEffect(() => {
    // When bubbles and route change together, the state still has the map that was just removed.
    if (!drawn || drawn.map !== open.current) return
    const points = way.map(({ lat, lng }) => ({ lat, lng }))
    const lines = ['map-way-edge', 'map-part'].map((className) =>
      polyline(points, { interactive: false, className }),
    )
    const layer = layerGroup(lines).addTo(drawn.map)
    return () => {
      layer.remove()
    }
  }, [drawn, way])
  return <div ref={box} role="application" aria-label={label} className={cx(mapBox, className)} />
}

function part(tag: 'span' | 'small', text: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

function drawBubbles(
  map: LeafletMap,
  bubbles: readonly Bubble[],
  onPress: (id: string) => void,
): Map<string, Spot> {
  return new Map(
    bubbles.map((bubble) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'map-bubble'
      const [main, rest] = bubble.words
      button.append(part('span', `${bubble.name}: `, 'sr-only'), main, ' ', part('small', rest))
      button.addEventListener('click', () => onPress(bubble.id))
      // Without this, a click on the bubble would also reach the map.
      DomEvent.disableClickPropagation(button)
      const icon = divIcon({ html: button, className: 'map-bubble-spot', iconSize: [0, 0] })
      const mark = marker(bubble, { icon, interactive: false, keyboard: false }).addTo(map)
      return [bubble.id, { mark, button }] as const
    }),
  )
}
