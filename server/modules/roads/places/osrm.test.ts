import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOsrmSandbox, type OsrmMood } from '#sandbox/osrm/osrm-sandbox.ts'
import { shippedNetwork } from '#test/shipped-network.ts'
import { askOsrm, RoutingError } from './osrm.ts'
import { applyLegs } from './refine-route.ts'
import { buildGraph, routeThrough } from './road-graph.ts'

const osrm = createOsrmSandbox({ slowMs: 4_000 })
const bogota = { lat: 4.6493, lng: -74.107 }
const girardot = { lat: 4.3009, lng: -74.8061 }
const ibague = { lat: 4.4389, lng: -75.2322 }

let server: FastifyInstance
let url: string

beforeAll(async () => {
  server = Fastify({ forceCloseConnections: true })
  await server.register(osrm.plugin)
  url = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())
beforeEach(() => osrm.setMood('ok'))

async function failureOf(ask: Promise<unknown>): Promise<string> {
  const error = await ask.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(RoutingError)
  return (error as RoutingError).reason
}

describe('askOsrm', () => {
  it('asks OSRM with longitude before latitude and with all needed parameters', async () => {
    osrm.asked.length = 0
    await askOsrm(url, [bogota, girardot])
    expect(osrm.asked).toEqual([
      '/route/v1/driving/-74.107,4.6493;-74.8061,4.3009?' + 'overview=false&steps=false',
    ])
  })

  it('reads from OSRM one leg per pair of neighbouring points', async () => {
    const legs = await askOsrm(url, [bogota, girardot, ibague])
    expect(legs).toHaveLength(2)
    // A third more than the straight lines of about 87 and 50 km.
    expect(legs[0]!.metres / 1000).toBeCloseTo(115.2, 0)
    expect(legs[1]!.metres / 1000).toBeCloseTo(66.4, 0)
    expect(legs[0]!.seconds).toBeCloseTo(legs[0]!.metres / (60 / 3.6), 0)
  })

  it.each<[OsrmMood, string]>([
    ['no_route', 'no_route'],
    ['no_segment', 'no_route'],
    ['far_from_road', 'no_route'],
    ['invalid_query', 'refused'],
    ['server_error', 'unreachable'],
    ['not_json', 'malformed'],
    ['legs_missing', 'malformed'],
  ])('reports the answer %s of the routing server as the failure %s', async (mood, reason) => {
    osrm.setMood(mood)
    expect(await failureOf(askOsrm(url, [bogota, girardot]))).toBe(reason)
  })

  it('times out when the routing server does not answer in three seconds', async () => {
    osrm.setMood('slow')
    expect(await failureOf(askOsrm(url, [bogota, girardot]))).toBe('timeout')
  })

  it('reports a closed port as unreachable and a bad coordinate as refused', async () => {
    expect(await failureOf(askOsrm('http://127.0.0.1:9', [bogota, girardot]))).toBe('unreachable')
    const nowhere = { lat: Number.NaN, lng: 0 }
    expect(await failureOf(askOsrm(url, [bogota, nowhere]))).toBe('refused')
  })
})

describe('applyLegs', () => {
  const route = routeThrough(buildGraph(shippedNetwork()), ['11001', '25307', '76001'])
  const scaled = (km: number, minutes: number) =>
    route.legs.map((leg) => ({ metres: leg.km * 1000 * km, seconds: leg.minutes * 60 * minutes }))

  it('keeps the places of the route and updates its totals from the legs of the server', () => {
    const { refined, ignored } = applyLegs(route, scaled(1.1, 0.9))
    expect(refined.places.map((place) => place.placeId)).toEqual(
      route.places.map((place) => place.placeId),
    )
    expect(refined.declaredSeqs).toEqual(route.declaredSeqs)
    expect(refined.distanceKm / route.distanceKm).toBeCloseTo(1.1, 2)
    expect(refined.places.at(-1)).toMatchObject({
      km: refined.distanceKm,
      minutes: refined.durationMinutes,
    })
    expect(refined.legs.reduce((sum, leg) => sum + leg.km, 0)).toBeCloseTo(refined.distanceKm, 6)
    // Short stretches are rounded to whole minutes, so a few can be out of tolerance.
    expect(ignored.length).toBeLessThan(route.legs.length / 2)
  })

  it.each([
    ['longer', 1.3, 1.3],
    ['shorter', 0.7, 0.7],
    ['nothing', 0, 0],
    ['absurd', 1e9, 1e9],
  ])('ignores figures of the server out of tolerance: %s', (_case, km, minutes) => {
    const { refined, ignored } = applyLegs(route, scaled(km, minutes))
    expect(refined).toEqual(route)
    expect(ignored).toHaveLength(2 * route.legs.length)
  })

  it('takes the km of the routing server when only its minutes disagree', () => {
    const { refined, ignored } = applyLegs(route, scaled(1.05, 3))
    expect(refined.durationMinutes).toBe(route.durationMinutes)
    expect(refined.distanceKm).toBeGreaterThan(route.distanceKm)
    expect(new Set(ignored)).toEqual(new Set(['minutes']))
  })
})
