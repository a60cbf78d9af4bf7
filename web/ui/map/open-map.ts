import 'leaflet/dist/leaflet.css'
import './map-view.css'
import { control, map as createMap, type Map as LeafletMap, latLngBounds, tileLayer } from 'leaflet'
import { drawBase } from './draw-base.ts'

export type LatLng = { lat: number; lng: number }

/** Tiles of a map server; when `url` is null, our own drawing is used. */
export type Tiles = { url: string | null; attribution: string }

/** Classes of the element that contains a map; the caller sets its height. */
export const mapBox = 'map-view isolate w-full overflow-hidden rounded-card border border-line'

type Opened = {
  shows: readonly LatLng[]
  tiles: Tiles
  /** Highest zoom when the map opens: 10 is a region, 16 a street. Our own drawing ends at 11. */
  zoomMax?: number
}

/** Opens a map fitted to the points `shows`, with its base layer. */
export function openMap(element: HTMLElement, { shows, tiles, zoomMax = 10 }: Opened): LeafletMap {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = createMap(element, {
    zoomControl: false,
    // Scrolling the page over the map must not zoom it.
    scrollWheelZoom: false,
    zoomAnimation: !still,
    fadeAnimation: !still,
    minZoom: 5,
    maxZoom: tiles.url ? 17 : 11,
  })
  map.attributionControl.setPrefix(false)
  // Hidden from screen readers: the page has the same information as text.
  map.getPane('overlayPane')?.setAttribute('aria-hidden', 'true')
  control.zoom({ zoomInTitle: 'Acercar', zoomOutTitle: 'Alejar' }).addTo(map)
  const bounds = latLngBounds(shows.map(({ lat, lng }) => ({ lat, lng })))
  map.fitBounds(bounds, { padding: [36, 36], maxZoom: zoomMax, animate: false })
  if (tiles.url) tileLayer(tiles.url, { attribution: tiles.attribution }).addTo(map)
  else {
    drawBase(map)
    map.attributionControl.addAttribution('Dibujo de Cupo, aproximado')
  }
  return map
}
