import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { shippedNetwork } from '#test/shipped-network.ts'
import { readShipped } from './load-places.ts'
import type { Network } from './network.ts'
import {
  buildGraph,
  hasRoad,
  type RoadGraph,
  routeAlong,
  routeThrough,
  SLOWEST,
} from './road-graph.ts'
import {
  CHOICES_MAX,
  OWN_PART,
  type RouteChoice,
  routeChoices,
  suggestStops,
  withStop,
} from './route-choices.ts'

const graph = buildGraph(shippedNetwork())
const { places } = readShipped()
const onRoad = places.filter((place) => hasRoad(graph, place.id))

function codeOf(name: string): string {
  const [place] = places
    .filter((each) => each.name === name)
    .sort((a, b) => b.population - a.population)
  if (!place) throw new Error(`no place is called ${name}`)
  return place.id
}

const codes = (names: string) => names.split('–').map(codeOf)
const nameOf = (id: string) => graph.places.get(id)?.name
const labelsOf = (names: string) => routeChoices(graph, codes(names)).map(({ label }) => label)
const idsOf = ({ route }: Pick<RouteChoice, 'route'>) => route.places.map((each) => each.placeId)

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'none'
}

describe('alternative routes', () => {
  it.each([
    ['Bogotá–Girardot', ['Por Fusagasugá', 'Por La Mesa']],
    ['Bogotá–Ibagué', ['Por Fusagasugá', 'Por La Mesa', 'Por Guaduas']],
    ['Bogotá–Bucaramanga', ['Por Tunja', 'Por Chiquinquirá', 'Por Barrancabermeja']],
    ['Bogotá–Yopal', ['Por Villavicencio', 'Por Garagoa', 'Por Tunja']],
    ['Cartagena–Barranquilla', ['Directo', 'Por Sabanalarga']],
    ['Bogotá–Villavicencio', ['Directo']],
    ['Bogotá–Ibagué–Cali', ['Por Fusagasugá', 'Por La Mesa', 'Por Mariquita']],
  ])('labels the alternative routes of %s', (names, labels) =>
    expect(labelsOf(names)).toEqual(labels),
  )

  it('names an alternative route after a mountain pass that only it crosses', () => {
    expect(labelsOf('Bogotá–Manizales')).toContain('Por La Línea')
  })

  it('offers the same alternative routes in the opposite direction', () => {
    const there = routeChoices(graph, codes('Bogotá–Cali'))
    const back = routeChoices(graph, codes('Cali–Bogotá'))
    expect(back.map((choice) => idsOf(choice).reverse())).toEqual(there.map(idsOf))
  })

  it('offers a single route when eight stops leave no room for a pinning place', () => {
    const eight = codes('Bogotá–Girardot–Espinal–Ibagué–Calarcá–Tuluá–Buga–Cali')
    expect(routeChoices(graph, eight)).toHaveLength(1)
  })
})

/** Asserts the properties of every list of choices, on any roads. */
function assertSound(given: RoadGraph, stops: readonly string[], choices: RouteChoice[]): void {
  const [fastest] = choices
  expect(choices.length).toBeGreaterThan(0)
  expect(choices.length).toBeLessThanOrEqual(CHOICES_MAX)
  expect(fastest?.route).toEqual(routeThrough(given, stops))
  expect(fastest?.via).toEqual([])
  const minutes = choices.map(({ route }) => route.durationMinutes)
  expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
  expect(new Set(choices.map((choice) => idsOf(choice).join())).size).toBe(choices.length)
  for (const choice of choices) {
    const { route, via, pins } = choice
    expect(new Set(idsOf(choice)).size).toBe(route.places.length)
    expect(route.durationMinutes).toBeLessThanOrEqual((minutes[0] ?? 0) * SLOWEST)
    expect(route.declaredSeqs.map((seq) => idsOf(choice)[seq])).toEqual(stops)
    expect(choice.stops.filter((id) => !via.includes(id))).toEqual(stops)
    // Any of its pins selects exactly this route.
    expect(routeThrough(given, choice.stops, via)).toEqual(route)
    for (const pin of pins) {
      const stopsWith = choice.stops.map((id) => (id === via[0] ? pin : id))
      expect(routeThrough(given, stopsWith, [pin])).toEqual(route)
    }
    // Planning the corridor again gives the same legs.
    expect(routeAlong(given, idsOf(choice)).legs).toEqual(route.legs)
  }
  for (const choice of choices.filter(({ via }) => via.length > 0)) {
    for (const other of choices.filter((each) => each !== choice)) {
      expect(sharedPart(choice, other)).toBeLessThan(1)
    }
    expect(sharedPart(choice, fastest ?? choice)).toBeLessThanOrEqual(1 - OWN_PART + 1e-9)
  }
}

/** Part of the kilometres of the first route that run on roads of the second. */
function sharedPart({ route }: RouteChoice, other: RouteChoice): number {
  const roads = new Set(other.route.legs.map((leg) => leg.roadId))
  const shared = route.legs.filter((leg) => roads.has(leg.roadId))
  return shared.reduce((sum, leg) => sum + leg.km, 0) / route.distanceKm
}

describe('route choices', () => {
  it('offers loop-free, different routes sorted by time on the shipped roads', () => {
    const stops = fc.uniqueArray(fc.constantFrom(...onRoad.map((place) => place.id)), {
      minLength: 2,
      maxLength: 4,
    })
    fc.assert(
      fc.property(stops, (ids) => {
        if (refusal(() => routeThrough(graph, ids)) !== 'none') return
        assertSound(graph, ids, routeChoices(graph, ids))
      }),
      { numRuns: 150 },
    )
  })

  it('offers loop-free, different routes sorted by time on random roads', () => {
    const ids = Array.from({ length: 9 }, (_, i) => `1000${i}`)
    const roads = fc.array(
      fc.record({
        ends: fc.subarray(ids, { minLength: 2, maxLength: 2 }),
        km: fc.integer({ min: 1, max: 30 }),
        minutes: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 6, maxLength: 25 },
    )
    fc.assert(
      fc.property(roads, fc.subarray(ids, { minLength: 2, maxLength: 3 }), (specs, stops) => {
        const network: Network = {
          places: ids.map((id, i) => {
            const at = { lat: 4, lng: -74, department: 'X', aliases: [] }
            return { id, name: id, population: 1_000 * i, ...at }
          }),
          roads: specs.map(({ ends: [from = '', to = ''], km, minutes }, i) => {
            return { id: `${from}-${to}#${i}`, from, to, km, minutes }
          }),
          stations: [],
        }
        const given = buildGraph(network)
        if (refusal(() => routeThrough(given, stops)) !== 'none') return
        assertSound(given, stops, routeChoices(given, stops))
      }),
    )
  })
})

describe('suggested stops', () => {
  it('suggests as stops the largest places, well apart and away from the ends', () => {
    const [fastest, byHonda] = [0, 2].map((row) => routeChoices(graph, codes('Bogotá–Ibagué'))[row])
    expect(suggestStops(graph, fastest!.route).map(nameOf)).toContain('Fusagasugá')
    expect(suggestStops(graph, byHonda!.route).map(nameOf)).not.toContain('Fusagasugá')
    for (const names of ['Bogotá–Cali', 'Bogotá–Santa Marta', 'Medellín–Cartagena']) {
      const route = routeThrough(graph, codes(names))
      const kms = suggestStops(graph, route).map(
        (id) => route.places.find((place) => place.placeId === id)?.km ?? 0,
      )
      expect(kms.length).toBeGreaterThan(4)
      expect(kms.length).toBeLessThanOrEqual(8)
      for (const [i, km] of kms.entries()) {
        expect(km - (kms[i - 1] ?? 0)).toBeGreaterThanOrEqual(i === 0 ? 10 : route.distanceKm / 12)
      }
    }
  })
})

describe('adding one stop', () => {
  const put = (names: string, via: string[], added: string) => {
    const asked = { stops: codes(names), via: via.map(codeOf) }
    const { stops, via: left } = withStop(graph, asked, codeOf(added))
    return { stops: stops.map(nameOf).join('–'), via: left.map(nameOf) }
  }

  it.each([
    ['Bogotá–Cali', 'Ibagué', 'Bogotá–Ibagué–Cali'],
    ['Bogotá–Ibagué–Cali', 'Girardot', 'Bogotá–Girardot–Ibagué–Cali'],
    ['Bogotá–Ibagué–Cali', 'Tuluá', 'Bogotá–Ibagué–Tuluá–Cali'],
    // A place off the route is inserted where it costs the least time.
    ['Bogotá–Girardot–Cali', 'Pereira', 'Bogotá–Girardot–Pereira–Cali'],
  ])('inserts into the route %s the stop %s at the fastest position', (names, added, expected) =>
    expect(put(names, [], added)).toEqual({ stops: expected, via: [] }),
  )

  it('keeps the chosen alternative route when a stop is added', () => {
    expect(put('Bogotá–Mariquita–Ibagué', ['Mariquita'], 'Honda')).toEqual({
      stops: 'Bogotá–Honda–Mariquita–Ibagué',
      via: ['Mariquita'],
    })
  })

  it('turns a place that the route only passes into a stop', () => {
    expect(put('Bogotá–Mariquita–Ibagué', ['Mariquita'], 'Mariquita')).toEqual({
      stops: 'Bogotá–Mariquita–Ibagué',
      via: [],
    })
  })

  it('drops the chosen route when the new stop is not on it', () => {
    expect(put('Bogotá–La Mesa–Girardot', ['La Mesa'], 'Fusagasugá')).toEqual({
      stops: 'Bogotá–Fusagasugá–Girardot',
      via: [],
    })
  })

  it('inserts a new stop at the position with the least total time', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...onRoad.slice(0, 120).map(({ id }) => id)), {
      minLength: 4,
      maxLength: 4,
    })
    const minutesOf = (stops: string[]) => routeThrough(graph, stops).durationMinutes
    fc.assert(
      fc.property(ids, ([added = '', ...stops]) => {
        const tried = [1, 2].map((at) => stops.toSpliced(at, 0, added))
        const possible = tried.filter((each) => refusal(() => minutesOf(each)) === 'none')
        fc.pre(possible.length > 0)
        const best = withStop(graph, { stops, via: [] }, added)
        expect(minutesOf(best.stops)).toBe(Math.min(...possible.map(minutesOf)))
      }),
      { numRuns: 60 },
    )
  })

  it('drops the chosen route when it makes the new stop a long detour', () => {
    expect(put('Bogotá–Mariquita–Ibagué', ['Mariquita'], 'Manizales')).toEqual({
      stops: 'Bogotá–Mariquita–Manizales–Ibagué',
      via: ['Mariquita'],
    })
    expect(put('Bogotá–La Mesa–Girardot', ['La Mesa'], 'Melgar')).toEqual({
      stops: 'Bogotá–Melgar–Girardot',
      via: [],
    })
  })

  it.each([
    ['a ninth', 'Bogotá–Girardot–Espinal–Ibagué–Calarcá–Tuluá–Buga–Cali', 'Zarzal'],
    ['one behind the end of the road', 'Bogotá–Villavicencio', 'Puerto Gaitán'],
  ])('refuses to add as a stop %s', (_case, names, added) =>
    expect(refusal(() => put(names, [], added))).toBe('route_stops_invalid'),
  )
})
