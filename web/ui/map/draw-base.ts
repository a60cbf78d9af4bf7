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
import { colombia, countryNames, neighbours, type Shape, seaNames } from './land.ts'
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
