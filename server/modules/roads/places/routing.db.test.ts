import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOsrmSandbox } from '#sandbox/osrm/osrm-sandbox.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { shippedNetwork } from '#test/shipped-network.ts'
import { planRoute } from './find-corridor.ts'
import { loadPlaces } from './load-places.ts'
import { greatCircleKm } from './network.ts'
import { buildGraph, routeThrough } from './road-graph.ts'

// Planning end to end, with a routing server at ROUTING_URL.

const BOGOTA = '11001'
const GIRARDOT = '25307'
const own = routeThrough(buildGraph(shippedNetwork()), [BOGOTA, GIRARDOT])

/** The sandbox answers the figures of the road network times this factor. */
let factor = 1.05
const osrm = createOsrmSandbox({
  slowMs: 4_000,
  measure: (from, to) => {
    const leg = own.legs.find((each) => {
      const [a, b] = [own.places[each.fromSeq]!, own.places[each.toSeq]!]
      return greatCircleKm(a, from) < 0.1 && greatCircleKm(b, to) < 0.1
    })
    const { km, minutes } = leg ?? { km: 1, minutes: 1 }
    return { metres: km * 1000 * factor, seconds: minutes * 60 }
  },
})

let test: TestApp
let server: FastifyInstance

beforeAll(async () => {
  server = Fastify({ forceCloseConnections: true })
  await server.register(osrm.plugin)
  const routing = await server.listen({ port: 0, host: '127.0.0.1' })
  test = await openTestApp({ urls: { routing } })
  await loadPlaces(test.deps)
})
afterAll(() => server.close())

beforeEach(() => {
  osrm.setMood('ok')
  osrm.asked.length = 0
  factor = 1.05
  // Moves past every cached answer and every pause of the routing server.
  test.clock.advance(3_600_000)
})

async function counted(name: string, detail: string): Promise<number> {
  const text = await test.deps.metrics.registry.metrics()
  const line = new RegExp(`cupo_events_total\\{name="${name}",detail="${detail}"\\} (\\d+)`)
  return Number(line.exec(text)?.[1] ?? 0)
}

const plan = () => planRoute(test.deps, [BOGOTA, GIRARDOT])

describe('planRoute with a routing server', () => {
  it('refines the km with a routing server, and keeps the places', async () => {
    const route = await plan()
    expect(route.places.map(({ placeId }) => placeId)).toEqual(
      own.places.map(({ placeId }) => placeId),
    )
    expect(route.distanceKm / own.distanceKm).toBeCloseTo(1.05, 2)
    expect(route.durationMinutes).toBe(own.durationMinutes)
  })

  it('asks the routing server once for the same route while its answer is cached', async () => {
    await Promise.all([plan(), plan()])
    await plan()
    expect(osrm.asked).toHaveLength(1)
    test.clock.advance(11 * 60_000)
    await plan()
    expect(osrm.asked).toHaveLength(2)
  })

  it("ignores a distance half as long again as the network's and counts it", async () => {
    factor = 1.5
    const before = await counted('routing_ignored', 'km')
    expect((await plan()).distanceKm).toBe(own.distanceKm)
    expect(await counted('routing_ignored', 'km')).toBe(before + own.legs.length)
  })

  it.each(['no_route', 'invalid_query', 'server_error', 'not_json', 'legs_missing'] as const)(
    'plans from the road network when the routing server answers %s',
    async (mood) => {
      osrm.setMood(mood)
      expect(await plan()).toEqual(own)
    },
  )

  it('does not make a second person wait for a routing server that has timed out', async () => {
    osrm.setMood('slow')
    expect(await plan()).toEqual(own)
    expect(await counted('routing', 'timeout')).toBe(1)
    expect(await plan()).toEqual(own)
    expect(osrm.asked).toHaveLength(1)
    expect(await counted('routing', 'paused')).toBeGreaterThanOrEqual(1)
    osrm.setMood('ok')
    test.clock.advance(31_000)
    expect((await plan()).distanceKm).not.toBe(own.distanceKm)
  })

  it('refuses an unknown place without asking the routing server', async () => {
    await expect(planRoute(test.deps, [BOGOTA, '99999'])).rejects.toMatchObject({
      code: 'place_not_found',
    })
    expect(osrm.asked).toEqual([])
  })
})

describe('GET /places/route', () => {
  const get = async (query: string) => {
    const answer = await test.app.inject({ method: 'GET', url: `/api/places/route?${query}` })
    return { status: answer.statusCode, body: answer.json() }
  }

  it('lists toll stations in driving order with tariff, date and direction', async () => {
    const { status, body } = await get(`stops=${BOGOTA},50001&date=2026-02-01`)
    expect(status).toBe(200)
    expect(
      body.tolls.map((toll: { name: string; direction: string; tariff: { pesos: number } }) => [
        toll.name,
        toll.direction,
        toll.tariff.pesos,
      ]),
    ).toEqual([
      ['Boquerón I', 'one_way', 20_800],
      ['Naranjal', 'both', 17_800],
      ['Pipiral', 'both', 29_100],
    ])
    expect(body.tollTotal).toBe(67_700)
    expect(body.tolls[0].tariff).toMatchObject({ validFrom: '2026-01-16', validTo: null })
    expect(body.corridor[0]).toMatchObject({ placeId: BOGOTA, declared: true, km: 0 })
  })

  it('shows an unknown toll tariff as null and does not guess', async () => {
    const { body } = await get(`stops=${BOGOTA},${GIRARDOT}&date=2020-01-01`)
    expect(body.tolls.map((toll: { tariff: unknown }) => toll.tariff)).toEqual([null, null])
    expect(body.tollTotal).toBe(0)
  })

  it.each([
    ['an unknown place', `stops=${BOGOTA},99999`, 404, 'place_not_found'],
    ['the same place twice', `stops=${BOGOTA},${BOGOTA}`, 400, 'route_stops_invalid'],
    ['one place', `stops=${BOGOTA}`, 400, 'invalid_request'],
    ['nine', `stops=${Array(9).fill(BOGOTA).join(',')}`, 400, 'invalid_request'],
    ['no date at all', `stops=${BOGOTA},50001&date=ayer`, 400, 'invalid_request'],
  ])('refuses a route request with %s', async (_case, query, status, code) => {
    const answer = await get(query)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})
