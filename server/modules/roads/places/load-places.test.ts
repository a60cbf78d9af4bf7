import { describe, expect, it } from 'vitest'
import { shippedNetwork } from '#test/shipped-network.ts'
import { readShipped } from './load-places.ts'
import { greatCircleKm } from './network.ts'
import { buildGraph, routeThrough } from './road-graph.ts'

const { places, roads, stations } = readShipped()
const network = shippedNetwork()
const graph = buildGraph(network)

const BOGOTA = '11001'
const CALI = '76001'
const MEDELLIN = '05001'

describe('the shipped network', () => {
  it('ships at least 150 places and 220 roads', () => {
    expect(places.length).toBeGreaterThanOrEqual(150)
    expect(roads.length).toBeGreaterThanOrEqual(220)
  })

  it('has unique ids, one road per pair of places, and only roads between known places', () => {
    const ids = new Set(places.map((place) => place.id))
    expect(ids.size).toBe(places.length)
    expect(new Set(roads.map((road) => road.id)).size).toBe(roads.length)
    expect(new Set(stations.map((station) => station.id)).size).toBe(stations.length)
    const pairs = roads.map((road) => [road.from, road.to].sort().join('-'))
    expect(new Set(pairs).size).toBe(pairs.length)
    for (const road of roads) {
      expect(road.id).toBe(`${road.from}-${road.to}`)
      expect(ids.has(road.from) && ids.has(road.to), road.id).toBe(true)
    }
    const roadIds = new Set(roads.map((road) => road.id))
    for (const { id, road } of stations) expect(roadIds.has(road), id).toBe(true)
  })

  it('has no road shorter than the straight line or with an implausible speed', () => {
    const byId = new Map(places.map((place) => [place.id, place]))
    const odd = roads.filter(({ from, to, km, minutes }) => {
      const straight = greatCircleKm(byId.get(from)!, byId.get(to)!)
      const speed = (km / minutes) * 60
      // Coordinates are town centres and rounded, so 1.5 km are tolerated.
      return km < straight - 1.5 || km > 3 * straight + 12 || speed < 18 || speed > 95
    })
    expect(odd.map((road) => road.id)).toEqual([])
  })

  it('reaches every shipped place from Bogotá, with the same distance back', () => {
    const unreachable = places.filter(({ id }) => {
      if (id === BOGOTA) return false
      const there = routeThrough(graph, [BOGOTA, id])
      const back = routeThrough(graph, [id, BOGOTA])
      return there.distanceKm !== back.distanceKm || there.distanceKm <= 0
    })
    expect(unreachable).toEqual([])
  })

  it('plans corridors with growing distances and legs that add up to the total', () => {
    for (const { id } of places) {
      if (id === CALI) continue
      const { places: passed, legs, distanceKm, durationMinutes } = routeThrough(graph, [CALI, id])
      for (const [i, leg] of legs.entries()) {
        expect(passed[i + 1]!.km).toBeGreaterThan(passed[i]!.km)
        expect(passed[i + 1]!.minutes - passed[i]!.minutes).toBe(leg.minutes)
      }
      expect(legs.reduce((sum, leg) => sum + leg.km, 0)).toBeCloseTo(distanceKm, 6)
      expect(passed.at(-1)).toMatchObject({ placeId: id, km: distanceKm, minutes: durationMinutes })
    }
  })

  // Ranges of published distances in km.
  it.each([
    ['Girardot', BOGOTA, '25307', 140, 147],
    ['Tunja', BOGOTA, '15001', 138, 145],
    ['Villavicencio', BOGOTA, '50001', 110, 120],
    ['Ibagué', BOGOTA, '73001', 184, 205],
    ['Medellín', BOGOTA, MEDELLIN, 406, 420],
    ['Cali', BOGOTA, CALI, 455, 470],
    ['Bucaramanga', BOGOTA, '68001', 390, 405],
    ['Cali–Medellín', CALI, MEDELLIN, 407, 440],
    ['Manizales', BOGOTA, '17001', 290, 305],
    ['Pereira', BOGOTA, '66001', 310, 330],
    ['Armenia', BOGOTA, '63001', 275, 295],
    ['Neiva', BOGOTA, '41001', 295, 315],
    ['Fusagasugá', BOGOTA, '25290', 60, 68],
    ['Sogamoso', BOGOTA, '15759', 205, 220],
  ])('the road distance is in the published range: %s', (_name, from, to, min, max) => {
    const { distanceKm } = routeThrough(graph, [from, to])
    expect(distanceKm).toBeGreaterThanOrEqual(min)
    expect(distanceKm).toBeLessThanOrEqual(max)
  })

  it('charges one of the two Boquerón toll stations in each direction', () => {
    const way = (stops: string[]) =>
      routeThrough(graph, stops)
        .legs.flatMap((leg) => leg.tollStations.map((station) => station.name))
        .filter((name) => name.startsWith('Boquerón'))
    const there = way([BOGOTA, '50001'])
    const back = way(['50001', BOGOTA])
    expect([there.length, back.length]).toEqual([1, 1])
    expect(there).not.toEqual(back)
  })

  it('passes Girardot and then Ibagué on the route from Bogotá to Cali', () => {
    const route = routeThrough(graph, [BOGOTA, CALI])
    const passed = route.places.map((place) => place.placeId)
    expect(passed.indexOf('25307')).toBeGreaterThan(0)
    expect(passed.indexOf('73001')).toBeGreaterThan(passed.indexOf('25307'))
    expect(routeThrough(graph, [BOGOTA, '25307', '73001', CALI]).places).toEqual(route.places)
  })
})
