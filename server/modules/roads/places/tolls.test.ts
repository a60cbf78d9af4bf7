import { describe, expect, it } from 'vitest'
import { shippedNetwork } from '#test/shipped-network.ts'
import { inForceOn, type TollStation } from './network.ts'
import { buildGraph, routeThrough } from './road-graph.ts'
import { tollsOf } from './tolls.ts'

const network = shippedNetwork()
const graph = buildGraph(network)
const stationsById = new Map(network.stations.map((station) => [station.id, station]))

const BOGOTA = '11001'

function tollsBetween(from: string, to: string, date: string): [string, number][] {
  const { legs } = routeThrough(graph, [from, to])
  const ids = legs.flatMap((leg) => leg.tollStations.map((station) => station.id))
  return tollsOf(stationsById, ids, date).map(({ name, amount }) => [name, amount])
}

const girardot: [string, number][] = [
  ['Chusacá', 15_300],
  ['Chinauta', 15_300],
]
const ibague: [string, number][] = [...girardot, ['Chicoral', 16_400], ['Gualanday', 13_700]]
const armenia: [string, number][] = [...ibague, ['Túnel de La Línea', 12_200]]
const tunja: [string, number][] = [
  ['Andes', 12_700],
  ['El Roble', 10_800],
  ['Albarracín', 10_800],
]

// Tolls of category I, one way. Sources: press and a public tariff list of 2025; Villavicencio also
// 2026 (press).
const TABLE: [string, string, string, number, [string, number][]][] = [
  ['Fusagasugá', '25290', '2025-06-01', 15_300, girardot.slice(0, 1)],
  ['Girardot', '25307', '2025-06-01', 30_600, girardot],
  [
    'Villavicencio',
    '50001',
    '2025-06-01',
    61_500,
    [
      ['Boquerón I', 18_900],
      ['Naranjal', 16_200],
      ['Pipiral', 26_400],
    ],
  ],
  [
    'Villavicencio',
    '50001',
    '2026-02-01',
    67_700,
    [
      ['Boquerón I', 20_800],
      ['Naranjal', 17_800],
      ['Pipiral', 29_100],
    ],
  ],
  ['Tunja', '15001', '2025-06-01', 34_300, tunja],
  ['Sogamoso', '15759', '2025-06-01', 34_300, tunja],
  ['Ibagué', '73001', '2025-06-01', 60_700, ibague],
  ['Armenia', '63001', '2025-06-01', 72_900, armenia],
  [
    'Cali',
    '76001',
    '2025-06-01',
    137_600,
    [
      ...armenia,
      ['Corozal', 15_400],
      ['La Uribe', 12_800],
      ['Betania', 12_800],
      ['Estambul', 11_900],
      ['Rozo', 11_800],
    ],
  ],
  [
    'Medellín',
    '05001',
    '2025-06-01',
    105_700,
    [
      ['Siberia', 12_200],
      ['Caiquero', 12_800],
      ['Bicentenario', 12_800],
      ['El Korán', 17_700],
      ['Puerto Triunfo', 16_700],
      ['Cocorná', 16_700],
      ['Copacabana', 16_800],
    ],
  ],
  [
    'Bucaramanga',
    '68001',
    '2025-06-01',
    80_200,
    [...tunja, ['Arcabuco', 12_000], ['Oiba', 11_300], ['Curití', 11_300], ['Los Curos', 11_300]],
  ],
]

describe('tolls of the routes from Bogotá', () => {
  it.each(TABLE)(
    'from Bogotá to %s (%s) on %s the tolls are %d',
    (_name, to, date, sum, stations) => {
      const there = tollsBetween(BOGOTA, to, date)
      expect(there).toEqual(stations)
      expect(there.reduce((total, [, pesos]) => total + pesos, 0)).toBe(sum)
    },
  )

  it.each(TABLE)(
    'to %s (%s) on %s the tolls are %d, also on the way back',
    (_name, to, date, sum, stations) => {
      const back = tollsBetween(to, BOGOTA, date)
      expect(back.reduce((total, [, pesos]) => total + pesos, 0)).toBe(sum)
      const named = (name: string) => name.replace('Boquerón II', 'Boquerón I')
      expect(
        back
          .map(([name]) => named(name))
          .reverse()
          .sort(),
      ).toEqual(stations.map(([name]) => name).sort())
    },
  )
})

describe('a tariff with a last day', () => {
  const station: TollStation = {
    id: 'x',
    name: 'X',
    roadId: 'r',
    direction: 'both',
    tariffs: [
      { validFrom: '2025-01-16', pesos: 10_000 },
      { validFrom: '2025-10-03', validTo: '2025-12-31', pesos: 7_000 },
      { validFrom: '2026-01-16', validTo: null, pesos: 10_500 },
    ],
  }

  it.each([
    ['2025-10-02', 10_000],
    ['2025-10-03', 7_000],
    ['2025-12-31', 7_000],
    ['2026-01-01', 10_000],
    ['2026-01-16', 10_500],
  ])('takes the tariff in force: on %s the toll is %d', (date, pesos) => {
    expect(inForceOn(station.tariffs, date)?.pesos).toBe(pesos)
  })

  it('has no toll before the first tariff and after its last day', () => {
    const ended = [{ validFrom: '2025-01-01', validTo: '2025-02-01', pesos: 1 }]
    expect(inForceOn(ended, '2024-12-31')).toBeUndefined()
    expect(inForceOn(ended, '2025-02-02')).toBeUndefined()
  })
})
