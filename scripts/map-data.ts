// `node scripts/map-data.ts`: writes the roads and cities of the base map from the road network.
// Run it after a change of those; a test tells.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ROOT, readLists, say } from './project.ts'

const DATA = 'server/modules/roads/places/data'
export const TARGET = join(ROOT, 'web/ui/map/base-map.json')

type Place = { id: string; name: string; lat: number; lng: number; population: number }
type Road = { from: string; to: string; class: string }

const round = (degrees: number) => Math.round(degrees * 1000) / 1000

/** Cities from the largest to the smallest, and roads as pairs of their positions in that list. */
export function mapData(): string {
  const places = readLists<Place>(`${DATA}/places-*.json`).sort(
    (a, b) => b.population - a.population || a.id.localeCompare(b.id),
  )
  const at = new Map(places.map(({ id }, index) => [id, index]))
  const roads = readLists<Road>(`${DATA}/roads-*.json`).flatMap((road) => {
    const [from, to] = [at.get(road.from), at.get(road.to)]
    const main = ['dual', 'primary'].includes(road.class)
    return from === undefined || to === undefined ? [] : [[from, to, main ? 1 : 0]]
  })
  const cities = places.map(({ name, lat, lng, population }) => [
    name,
    round(lat),
    round(lng),
    Math.round(population / 1000),
  ])
  const cells = (row: unknown[]) => row.map((cell) => JSON.stringify(cell)).join(', ')
  const rows = (list: unknown[][]) => list.map((row) => `    [${cells(row)}]`).join(',\n')
  return `{\n  "cities": [\n${rows(cities)}\n  ],\n  "roads": [\n${rows(roads)}\n  ]\n}\n`
}

if (process.argv[1] === import.meta.filename) {
  readCommand({
    call: 'node scripts/map-data.ts',
    about: 'Writes the roads and cities of the base map from the road network.',
  })
  writeFileSync(TARGET, mapData())
  say(TARGET)
}
