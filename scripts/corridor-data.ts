// `node scripts/corridor-data.ts [YYYY-MM-DD]`: writes the data of the corridor pages from the
// shipped network, tariffs and prices, with the code that plans and prices trips. Run it after a
// change of these data, or to change the date of the prices; a test fails when the file is stale.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  greatCircleKm,
  loadPlaces,
  type Place,
  type PlannedRoute,
  planRoute,
  type RoutingDeps,
  tollsAlong,
} from '#server/modules/roads/places/index.ts'
import { loadFuelPrices, priceRoute } from '#server/modules/roads/pricing/index.ts'
import { bogotaDate, startOfBogotaDate, systemClock } from '#server/platform/clock.ts'
import { readCommand } from '#server/platform/command.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import type { CorridorFile, CorridorRow, MeetingPoint } from '#web/features/corridors/corridors.ts'
import { ROOT, readLists, say } from './project.ts'
import { withConnectionsTo, withScratchDatabase } from './with-database.ts'

export const TARGET = join(ROOT, 'web/features/corridors/corridors.json')

const DATA = 'server/modules/roads/places'
/** Distances at which people share trips: below there are city buses, above aeroplanes. */
const KM = { min: 70, max: 620 }
const PEOPLE_MIN = 100_000
/** A smaller city at most this far from a larger one counts as part of it. */
const SAME_CITY_KM = 45
/** Number of city pairs; each pair gives two pages. */
const PAIRS = 30
/** Number of seats for which the price is shown: most cars offer so many. */
const SEATS = 3
const POINTS_MAX = 4

type City = Omit<Place, 'aliases'>
type ShippedPoint = MeetingPoint & { place: string }
type Pair = { ends: [City, City]; weight: number }

/** Returns the pages' data with the prices of that day. The database must have shipped data. */
export async function corridorData(deps: RoutingDeps, asOf: string): Promise<CorridorFile> {
  const cities = readLists<City>(`${DATA}/data/places-*.json`)
  const pairs = await popularPairs(deps, cities)
  const corridors: CorridorRow[] = []
  for (const { ends } of pairs) {
    const [from, to] = ends
    corridors.push(await corridorOf(deps, asOf, from, to), await corridorOf(deps, asOf, to, from))
  }
  const order = new Map([...cities].sort(byPeople).map(({ id }, index) => [id, index]))
  corridors.sort((a, b) => (order.get(a.from) ?? 0) - (order.get(b.from) ?? 0))
  const passed = new Set(corridors.flatMap(({ passes }) => passes.map(([id]) => id)))
  const ends = new Set(corridors.map(({ from }) => from))
  return { asOf, seats: SEATS, places: placesOf(cities, passed), points: pointsOf(ends), corridors }
}

const byPeople = (a: City, b: City) => b.population - a.population || a.id.localeCompare(b.id)

/** Ranks pairs of cities by population and travel time (a gravity model). */
async function popularPairs(deps: RoutingDeps, all: City[]): Promise<Pair[]> {
  const cities = centres(all.filter(({ population }) => population >= PEOPLE_MIN))
  const pairs: Pair[] = []
  for (const [index, from] of cities.entries()) {
    for (const to of cities.slice(index + 1)) {
      const route = await planRoute(deps, [from.id, to.id]).catch(() => null)
      if (!route || route.distanceKm < KM.min || route.distanceKm > KM.max) continue
      const people = (from.population / 1000) * (to.population / 1000)
      pairs.push({ ends: [from, to], weight: people / route.durationMinutes ** 2 })
    }
  }
  return pairs.sort((a, b) => b.weight - a.weight).slice(0, PAIRS)
}

function centres(cities: City[]): City[] {
  const kept: City[] = []
  for (const city of [...cities].sort(byPeople)) {
    const apart = kept.every((larger) => greatCircleKm(larger, city) > SAME_CITY_KM)
    if (apart || isCapital(city)) kept.push(city)
  }
  return kept
}

/** Whether a city is its department's capital, DIVIPOLA's first number: it is never a suburb. */
const isCapital = ({ id }: City) => id.endsWith('001')

async function corridorOf(deps: RoutingDeps, asOf: string, from: City, to: City) {
  const route = await planRoute(deps, [from.id, to.id])
  const departsAt = startOfBogotaDate(asOf)
  const { seat, basis } = await priceRoute(deps, route, { departsAt, seats: SEATS })
  const tolls = await tollsAlong(deps, route, asOf)
  return {
    from: from.id,
    to: to.id,
    km: Math.round(route.distanceKm),
    minutes: route.durationMinutes,
    passes: passesOf(route),
    tolls: tolls.map(({ name, tariff, direction }) => ({
      name,
      pesos: tariff?.pesos ?? null,
      source: tariff?.source ?? null,
      oneWay: direction === 'one_way',
    })),
    seat: { recommended: seat.recommended, max: seat.max },
    cost: { fuel: basis.fuelTotal, tolls: basis.tollTotal, total: basis.costTotal },
    fuel: {
      pesosPerGallon: basis.fuelPesosPerGallon,
      kmPerGallon: basis.kmPerGallon,
      source: basis.fuelSource,
    },
  }
}

function passesOf(route: PlannedRoute): CorridorRow['passes'] {
  return route.places.map(({ placeId, km, minutes }) => [placeId, Math.round(km), minutes])
}

function placesOf(cities: City[], passed: Set<string>): CorridorFile['places'] {
  const names = Map.groupBy(cities, ({ name }) => slug(name))
  const rows = cities
    .filter(({ id }) => passed.has(id))
    .map(({ id, name, department, lat, lng }) => {
      const alone = names.get(slug(name))?.length === 1
      const own = alone ? slug(name) : slug(`${name} ${department}`)
      return [id, { slug: own, name, department, lat, lng }] as const
    })
  return Object.fromEntries(rows)
}

/** Makes an address part, such as `bogota` from `Bogotá`. */
function slug(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{Diacritic}/gu, '')
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

function pointsOf(ends: Set<string>): CorridorFile['points'] {
  const points = readLists<ShippedPoint>(`${DATA}/safe-points/data/safe-points.json`)
  const rows = [...ends].map((placeId) => {
    const here = points.filter(({ place }) => place === placeId).slice(0, POINTS_MAX)
    return [placeId, here.map(({ name, kind, address, hours }) => ({ name, kind, address, hours }))]
  })
  return Object.fromEntries(rows)
}

/** One line per item, so that a diff is readable. */
export function corridorText({ asOf, seats, places, points, corridors }: CorridorFile): string {
  const line = (value: unknown) => JSON.stringify(value)
  const keyed = (rows: Record<string, unknown>) =>
    Object.entries(rows).map(([key, value]) => `    ${line(key)}: ${line(value)}`)
  return [
    '{',
    `  "asOf": ${line(asOf)},\n  "seats": ${seats},`,
    `  "places": {\n${keyed(places).join(',\n')}\n  },`,
    `  "points": {\n${keyed(points).join(',\n')}\n  },`,
    `  "corridors": [\n${corridors.map((row) => `    ${line(row)}`).join(',\n')}\n  ]`,
    '}\n',
  ].join('\n')
}

async function write(asOf: string): Promise<void> {
  await withScratchDatabase(async (url) => {
    await migrateToLatest(url)
    await withConnectionsTo(url, async (db) => {
      const deps: RoutingDeps = {
        db,
        clock: systemClock,
        log: createLogger('silent'),
        metrics: createMetrics({ process: false }),
        urls: { site: '', gatewayApi: '', checkout: '' },
      }
      await loadPlaces(deps)
      await loadFuelPrices(deps)
      writeFileSync(TARGET, corridorText(await corridorData(deps, asOf)))
    })
  })
  say(TARGET)
}

if (process.argv[1] === import.meta.filename) {
  const { positionals } = readCommand({
    call: 'node scripts/corridor-data.ts [YYYY-MM-DD]',
    about:
      'Writes the data of the corridor pages from the shipped network, tariffs and prices, as ' +
      'of that day; today unless said.',
    args: [0, 1],
  })
  await write(positionals[0] ?? bogotaDate(systemClock.now()))
}
