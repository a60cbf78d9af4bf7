import { describe, expect, it } from 'vitest'
import { shippedNetwork } from '#test/shipped-network.ts'
import { readShipped } from './load-places.ts'
import { buildGraph, hasRoad, routeThrough } from './road-graph.ts'

const { places } = readShipped()
const graph = buildGraph(shippedNetwork())

/** DIVIPOLA code of the most populous place of that name: two places are called Granada. */
function codeOf(name: string): string {
  const [place] = places
    .filter((each) => each.name === name)
    .sort((a, b) => b.population - a.population)
  if (!place) throw new Error(`no place is called ${name}`)
  return place.id
}

// Kilometres by road. Source: general knowledge of the national network, and each figure is checked
// against others: a city between two cities splits their distance, and two routes to a city agree.
// Pairs with two usual routes (Bogotá–Yopal, Bogotá–Cúcuta) are left out.
const KNOWN: [string, string, number][] = [
  // Distances in the coffee region, Valle and the south-west.
  ['Manizales', 'Pereira', 54],
  ['Medellín', 'Manizales', 197],
  ['Medellín', 'Pereira', 213],
  ['Armenia', 'Cali', 185],
  ['Pereira', 'Cali', 210],
  ['Manizales', 'Cali', 262],
  ['Cali', 'Tuluá', 99],
  ['Cali', 'Buenaventura', 120],
  ['Cali', 'Popayán', 138],
  ['Popayán', 'Pasto', 250],
  ['Cali', 'Pasto', 390],
  ['Pasto', 'Ipiales', 82],
  ['Bogotá', 'Popayán', 600],
  ['Bogotá', 'Pasto', 860],
  ['Pereira', 'Ibagué', 125],
  ['Pereira', 'Quibdó', 245],
  // Distances in Antioquia and on the coast.
  ['Medellín', 'Santa Fe de Antioquia', 58],
  ['Medellín', 'Apartadó', 310],
  ['Medellín', 'Turbo', 340],
  ['Medellín', 'Caucasia', 283],
  ['Medellín', 'Quibdó', 235],
  ['Medellín', 'Montería', 402],
  ['Medellín', 'Cartagena', 635],
  ['Medellín', 'Barranquilla', 705],
  ['Sincelejo', 'Montería', 118],
  ['Cartagena', 'Sincelejo', 183],
  ['Barranquilla', 'Cartagena', 123],
  ['Barranquilla', 'Santa Marta', 103],
  ['Santa Marta', 'Riohacha', 170],
  ['Riohacha', 'Maicao', 76],
  ['Barranquilla', 'Valledupar', 295],
  ['Bogotá', 'Barranquilla', 1000],
  // Distances in Boyacá and the Santanderes.
  ['Bogotá', 'Zipaquirá', 49],
  ['Bogotá', 'Chiquinquirá', 136],
  ['Bogotá', 'San Gil', 305],
  ['Tunja', 'Chiquinquirá', 73],
  ['Tunja', 'Duitama', 53],
  ['Tunja', 'Sogamoso', 74],
  ['Duitama', 'Sogamoso', 21],
  ['Bucaramanga', 'Cúcuta', 197],
  ['Bucaramanga', 'Pamplona', 124],
  ['Bucaramanga', 'Barrancabermeja', 115],
  ['Bucaramanga', 'Valledupar', 440],
  ['Bucaramanga', 'Santa Marta', 550],
  // Distances in Tolima, Huila, Caquetá, Putumayo and the Llanos.
  ['Bogotá', 'Honda', 155],
  ['Bogotá', 'La Dorada', 195],
  ['Manizales', 'La Dorada', 170],
  ['Ibagué', 'Armenia', 83],
  ['Ibagué', 'Neiva', 207],
  ['Neiva', 'Garzón', 113],
  ['Neiva', 'Pitalito', 188],
  ['Neiva', 'Florencia', 240],
  ['Bogotá', 'Florencia', 555],
  ['Pitalito', 'San Agustín', 33],
  ['Pitalito', 'Mocoa', 137],
  ['Villavicencio', 'Acacías', 28],
  ['Villavicencio', 'Puerto López', 86],
  ['Villavicencio', 'Yopal', 258],
]

describe('road distances between cities', () => {
  it('covers at least 30 pairs of cities with known distances', () => {
    expect(KNOWN.length).toBeGreaterThanOrEqual(30)
  })

  it.each(KNOWN)('the route %s–%s is %d km long, within 5 %%', (from, to, km) => {
    const { distanceKm } = routeThrough(graph, [codeOf(from), codeOf(to)])
    expect(Math.abs(distanceKm - km) / km, `${distanceKm} km`).toBeLessThanOrEqual(0.05)
  })
})

/** Capitals and towns to which no road of the national network leads, by code. */
const WITHOUT_ROAD: Record<string, string> = {
  88001: 'San Andrés: island',
  88564: 'Providencia: island',
  91001: 'Leticia: river and air',
  91540: 'Puerto Nariño: river',
  94001: 'Inírida: river and air',
  97001: 'Mitú: air',
  99001: 'Puerto Carreño: a track in the dry season only',
}

/** Capitals, by code, of the departments (32 in all) whose capital a road reaches. */
const CAPITALS = [
  '05001',
  '08001',
  '11001',
  '13001',
  '15001',
  '17001',
  '18001',
  '19001',
  '20001',
  '23001',
  '27001',
  '41001',
  '44001',
  '47001',
  '50001',
  '52001',
  '54001',
  '63001',
  '66001',
  '68001',
  '70001',
  '73001',
  '76001',
  '81001',
  '85001',
  '86001',
  '95001',
]

describe('reach of the road network', () => {
  it('has every department capital on the road network that a road reaches', () => {
    expect(CAPITALS.filter((id) => !graph.places.has(id))).toEqual([])
    const islands = Object.keys(WITHOUT_ROAD).filter((id) => id.endsWith('001'))
    expect(CAPITALS.length + islands.length).toBe(32)
  })

  it('has a route from Bogotá to every place except the listed ones without a road', () => {
    const alone = places.filter(({ id }) => !hasRoad(graph, id) && !(id in WITHOUT_ROAD))
    expect(alone).toEqual([])
    const lost = places.filter(({ id }) => {
      if (id === '11001' || id in WITHOUT_ROAD) return false
      return !(routeThrough(graph, ['11001', id]).distanceKm > 0)
    })
    expect(lost).toEqual([])
  })
})
