import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { inForceOn, type Network, type TollDirection } from './network.ts'
import { buildGraph, routeThrough } from './road-graph.ts'
import { tollsOf } from './tolls.ts'

const ids = ['10001', '10002', '10003', '10004', '10005', '10006', '10007', '10008'] as const
const [A, B, C, D, E] = ids

function place(id: string) {
  return { id, name: `P${id}`, department: 'X', lat: 4, lng: -74, population: 1, aliases: [] }
}

function road(from: string, to: string, km: number, minutes: number, suffix = '') {
  return { id: `${from}-${to}${suffix}`, from, to, km, minutes }
}

function station(id: string, roadId: string, direction: TollDirection) {
  const tariffs = [
    { validFrom: '2025-01-16', pesos: 10_000 },
    { validFrom: '2026-01-16', pesos: 11_000 },
  ]
  return { id, name: id.toUpperCase(), roadId, direction, tariffs }
}

/** A–B–C–D in a row, a slow short cut A–C, and E without roads. */
const line: Network = {
  places: [A, B, C, D, E].map(place),
  roads: [road(A, B, 10.4, 12), road(B, C, 20.3, 18), road(C, D, 5, 5), road(A, C, 25, 60)],
  stations: [
    station('ida', `${B}-${C}`, 'forward'),
    station('vuelta', `${B}-${C}`, 'backward'),
    station('ambas', `${C}-${D}`, 'both'),
  ],
}

function codeOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'none'
}

describe('routeThrough', () => {
  const graph = buildGraph(line)

  it('follows the fastest road and adds up distance and time', () => {
    const route = routeThrough(graph, [A, D])
    expect(route.places.map((p) => [p.placeId, p.km, p.minutes])).toEqual([
      [A, 0, 0],
      [B, 10.4, 12],
      [C, 30.7, 30],
      [D, 35.7, 35],
    ])
    expect(route).toMatchObject({ declaredSeqs: [0, 3], distanceKm: 35.7, durationMinutes: 35 })
    expect(route.legs.map((leg) => leg.roadId)).toEqual([`${A}-${B}`, `${B}-${C}`, `${C}-${D}`])
  })

  it('gives the positions of the declared stops among the places of the route', () => {
    expect(routeThrough(graph, [A, C, D]).declaredSeqs).toEqual([0, 2, 3])
  })

  it('charges a toll station only in its direction', () => {
    const names = (stops: string[]) =>
      routeThrough(graph, stops).legs.flatMap((leg) => leg.tollStations.map(({ id }) => id))
    expect(names([A, D])).toEqual(['ida', 'ambas'])
    expect(names([D, A])).toEqual(['ambas', 'vuelta'])
  })

  it.each([
    ['one stop', [A], 'route_stops_invalid'],
    ['none', [], 'route_stops_invalid'],
    ['nine', [...ids, '10009'], 'route_stops_invalid'],
    ['a repeated stop', [A, B, A], 'route_stops_invalid'],
    ['going back through a place', [A, D, C], 'route_stops_invalid'],
    ['an unknown place', [A, '99999'], 'place_not_found'],
    ['a place without roads', [A, E], 'route_not_found'],
  ])('refuses a route through %s', (_case, stops, code) => {
    expect(codeOf(() => routeThrough(graph, stops))).toBe(code)
  })

  it('ignores roads to unknown places', () => {
    const graph = buildGraph({ ...line, roads: [...line.roads, road(A, '77777', 1, 1)] })
    expect(routeThrough(graph, [A, B]).distanceKm).toBe(10.4)
  })
})

describe('a random network', () => {
  const roadSpec = fc.record({
    ends: fc.subarray([...ids], { minLength: 2, maxLength: 2 }),
    km: fc.integer({ min: 1, max: 30 }),
    minutes: fc.integer({ min: 1, max: 6 }),
  })
  const roads = fc
    .array(roadSpec, { maxLength: 25 })
    .map((specs) =>
      specs.map(({ ends, km, minutes }, i) => road(ends[0]!, ends[1]!, km, minutes, `#${i}`)),
    )
  const build = (given: Network['roads']) =>
    buildGraph({ places: ids.map(place), roads: given, stations: [] })

  it('finds the fastest route (as Floyd–Warshall), the same one in both directions', () => {
    fc.assert(
      fc.property(roads, fc.constantFrom(...ids.slice(1)), (given, to) => {
        const least = leastMinutes(given).get(`${A}${to}`)
        const graph = build(given)
        if (least === undefined) {
          expect(codeOf(() => routeThrough(graph, [A, to]))).toBe('route_not_found')
          return
        }
        const there = routeThrough(graph, [A, to])
        const shuffled = routeThrough(build([...given].reverse()), [A, to])
        const back = routeThrough(graph, [to, A])
        expect(there.durationMinutes).toBe(least)
        expect(shuffled).toEqual(there)
        expect(back.legs.map((leg) => leg.roadId).reverse()).toEqual(
          there.legs.map((leg) => leg.roadId),
        )
        expect(back.distanceKm).toBe(there.distanceKm)
      }),
    )
  })
})

function leastMinutes(roads: Network['roads']): Map<string, number> {
  const least = new Map<string, number>()
  const keep = (from: string, to: string, minutes: number) => {
    if (minutes < (least.get(from + to) ?? Infinity)) least.set(from + to, minutes)
  }
  for (const { from, to, minutes } of roads) {
    keep(from, to, minutes)
    keep(to, from, minutes)
  }
  for (const via of ids)
    for (const from of ids)
      for (const to of ids)
        if (from !== to)
          keep(from, to, (least.get(from + via) ?? Infinity) + (least.get(via + to) ?? Infinity))
  return least
}

describe('tariffs', () => {
  const stations = new Map(line.stations.map((one) => [one.id, one]))

  it.each([
    ['2025-01-15', []],
    ['2025-01-16', [10_000]],
    ['2026-01-15', [10_000]],
    ['2026-01-16', [11_000]],
    ['2030-06-01', [11_000]],
  ])('charges the toll tariff in force on %s', (date, amounts) => {
    expect(tollsOf(stations, ['ida', 'unknown'], date).map((toll) => toll.amount)).toEqual(amounts)
  })

  it('takes the newest tariff in force, whatever the order of the rows', () => {
    const rows = ['2026-01-16', '2024-01-16', '2025-01-16'].map((validFrom) => ({ validFrom }))
    expect(inForceOn(rows, '2025-12-31')?.validFrom).toBe('2025-01-16')
  })
})
