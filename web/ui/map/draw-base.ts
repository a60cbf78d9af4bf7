import {
  divIcon,
  featureGroup,
  type LayerGroup,
  type Map as LeafletMap,
  latLng,
  layerGroup,
  marker,
  polygon,
  polyline,
} from 'leaflet'
import base from './base-map.json'
import { placeLabels } from './place-labels.ts'

type City = { name: string; lat: number; lng: number; thousands: number }
type LatLng = { lat: number; lng: number }

const cities = (base.cities as [string, number, number, number][]).map(
  ([name, lat, lng, thousands]): City => ({ name, lat, lng, thousands }),
)

const corners = (shape: Shape) => shape.map(([lat, lng]) => latLng(lat, lng))
const still = { interactive: false } as const

/** Draws coast, neighbouring countries and roads: the base layer of our own map. */
export function drawBase(map: LeafletMap): void {
  const roads = (main: number) =>
    (base.roads as [number, number, number][])
      .filter(([, , isMain]) => isMain === main)
      .map(([from, to]) => [cities[from], cities[to]].flatMap((city) => (city ? [city] : [])))
  featureGroup([
    polygon(corners(neighbours), { ...still, className: 'map-abroad' }),
    polygon(corners(colombia), { ...still, className: 'map-land' }),
    polyline(roads(0), { ...still, className: 'map-road' }),
    polyline(roads(1), { ...still, className: 'map-road map-road-main' }),
  ]).addTo(map)
}

/** Makes a label of the class `kind`; screen readers have the route as text instead. */
function word({ lat, lng, name }: LatLng & { name: string }, kind: string) {
  const text = document.createElement('span')
  text.textContent = name
  const icon = divIcon({ html: text, className: `map-word ${kind}`, iconSize: [0, 0] })
  return marker([lat, lng], { icon, interactive: false, keyboard: false })
}

/** Returns whether a city of this population has a label at this zoom. */
function isNamed({ thousands }: City, zoom: number): boolean {
  const least = [Number.POSITIVE_INFINITY, 900, 350, 120, 40, 0]
  return thousands >= (least[Math.min(Math.max(zoom - 3, 0), least.length - 1)] ?? 0)
}

type Stop = LatLng & { name: string }

/** Draws labels at every zoom: stops, then cities by size, without those that would overlap. */
export function drawNames(map: LeafletMap, stops: readonly Stop[], withBase: boolean): void {
  const words: LayerGroup = layerGroup().addTo(map)
  const draw = () => {
    const zoom = map.getZoom()
    const own = new Set(stops.map(({ name }) => name))
    const others = withBase ? cities.filter((it) => !own.has(it.name) && isNamed(it, zoom)) : []
    const named = [...stops.map((it) => ({ ...it, kind: 'map-stop' })), ...others]
    const spots = named.map((it) => ({ kind: 'map-city', ...it, ...pixel(map, it) }))
    words.clearLayers()
    for (const spot of placeLabels(spots)) words.addLayer(word(spot, spot.kind))
    if (!withBase) return
    for (const sea of seaNames) words.addLayer(word(sea, 'map-sea-name'))
    for (const country of countryNames) words.addLayer(word(country, 'map-country'))
  }
  draw()
  map.on('zoomend', draw)
}

function pixel(map: LeafletMap, { lat, lng }: LatLng): { x: number; y: number } {
  const { x, y } = map.project([lat, lng])
  return { x, y }
}

/**
 * Shapes of the base map, drawn by hand with a precision of about ten kilometres: enough for
 * orientation, not for the exact position of a border. Points are written `latitude,longitude`.
 */
type Shape = readonly (readonly [number, number])[]

function shape(points: string): Shape {
  return points
    .trim()
    .split(/\s+/)
    .map((point) => point.split(',').map(Number) as [number, number])
}

/** Outline of Colombia: from the border with Panama along the Caribbean coast, then clockwise. */
const colombia = shape(`
  8.67,-77.36 8.5,-77.25 8.1,-76.94 7.93,-76.78 8.09,-76.74 8.43,-76.79 8.64,-76.62 8.86,-76.43
  9.03,-76.24 9.34,-76.07 9.41,-75.69 9.58,-75.58 9.78,-75.64 10.05,-75.6 10.16,-75.72
  10.42,-75.55 10.62,-75.44 10.8,-75.26 10.97,-75.03 11.1,-74.86 11,-74.62 10.98,-74.33
  11.08,-74.22 11.25,-74.21 11.34,-74.05 11.26,-73.6 11.25,-73.38 11.41,-73.03 11.55,-72.91
  11.76,-72.6 11.94,-72.22 12.2,-72.17 12.28,-71.86 12.45,-71.66 12.35,-71.38 12.1,-71.13
  11.85,-71.33 11.61,-71.97 11.12,-72.24 10.82,-72.6 10.45,-72.9 9.75,-73.04 9.17,-73.33
  9.11,-72.8 8.63,-72.66 8.39,-72.42 8,-72.36 7.83,-72.46 7.44,-72.46 7.36,-72.18 7.02,-71.98
  7.01,-71.3 7.09,-70.7 6.96,-70.1 6.5,-69.75 6.1,-69.41 6.2,-68.97 6.15,-68.27 6.27,-67.7
  6.17,-67.48 5.57,-67.55 5.22,-67.78 4.5,-67.84 3.85,-67.63 3.53,-67.36 3.3,-67.31 2.82,-67.82
  2.6,-67.46 2.24,-67.19 1.24,-66.87 1.14,-67.08 1.73,-67.28 2.03,-67.55 1.7,-67.89 1.72,-69.81
  1.08,-69.8 0.98,-69.23 0.61,-69.26 0.7,-69.46 0.54,-70.02 -0.19,-70.03 -0.55,-69.6
  -1.12,-69.43 -1.56,-69.45 -4.23,-69.94 -3.78,-70.5 -3.75,-70.7 -2.73,-70.06 -2.26,-70.82
  -2.34,-71.42 -2.17,-71.77 -2.43,-72.33 -2.31,-73.08 -1.26,-73.66 -1,-74.13 -0.53,-74.44
  -0.06,-75.11 -0.15,-75.38 0.09,-75.8 0.41,-76.3 0.26,-76.58 0.4,-77.43 0.82,-77.67 0.81,-77.86
  1.2,-78.55 1.43,-78.83 1.68,-78.98 1.8,-78.63 2.27,-78.66 2.63,-78.42 2.7,-77.94 3,-77.69
  3.33,-77.5 3.86,-77.13 4.09,-77.49 4.67,-77.32 5.58,-77.52 5.85,-77.33 6.23,-77.41 6.69,-77.47
  7.22,-77.88 7.71,-77.75 7.64,-77.43 7.94,-77.25 8.52,-77.47
`)

/** Land around Colombia, which extends far beyond the frame to the east and the south. */
const neighbours = shape(`
  8.67,-77.36 9.45,-78.7 9.55,-79.6 9,-80.9 9,-82.2 8.2,-82.9 8.1,-82 7.35,-80.9 7.4,-80.1
  8.3,-80.3 8.95,-79.5 8.4,-78.3 7.22,-77.88 5.58,-77.52 4.67,-77.32 3.86,-77.13 2.7,-77.94
  1.68,-78.98 1,-79.5 0.1,-80.05 -1,-80.8 -2.2,-80.9 -3.4,-80.2 -4.4,-81.3 -8,-79.6 -8,-60
  8.5,-60 10.6,-61.9 10.5,-64.2 10.1,-65.1 10.6,-66.1 10.5,-68.2 11.4,-68.6 11.5,-69.6 12.15,-70
  11.6,-70.3 11,-71.3 10.9,-71.7 11.85,-71.33 12.45,-71.66 11.94,-72.22 11.25,-73.38 11.1,-74.86
  10.42,-75.55 9.41,-75.69 8.43,-76.79 7.93,-76.78
`)

/** Names for orientation: seas in italics, and countries. */
const seaNames = [
  { name: 'Mar Caribe', lat: 11.4, lng: -76.6 },
  { name: 'Océano Pacífico', lat: 4.2, lng: -79.6 },
] as const

const countryNames = [
  { name: 'Panamá', lat: 8.65, lng: -79.9 },
  { name: 'Venezuela', lat: 8.3, lng: -69.6 },
  { name: 'Brasil', lat: -1.6, lng: -67.6 },
  { name: 'Perú', lat: -3.4, lng: -74.6 },
  { name: 'Ecuador', lat: -0.9, lng: -78.4 },
] as const
