import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#server/platform/db/tx.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { shippedNetwork } from '#test/shipped-network.ts'
import { ensureCorridor, planRoute } from './find-corridor.ts'
import { placesByIds, placesNear } from './find-places.ts'
import { loadPlaces } from './load-places.ts'
import { forgetNetwork } from './open-network.ts'
import { findNetwork } from './places.queries.ts'
import { buildGraph, routeThrough } from './road-graph.ts'
import { tollsOn } from './tolls.ts'

const BOGOTA = '11001'
const IBAGUE = '73001'
const CALI = '76001'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
  await loadPlaces(test.deps)
})

async function get(path: string) {
  const answer = await test.app.inject({ method: 'GET', url: `/api${path}` })
  return { status: answer.statusCode, body: answer.json() }
}

describe('loadPlaces', () => {
  it('stores the shipped network so that reading it gives the same routes', async () => {
    const stored = buildGraph(await findNetwork(test.deps.db))
    const shipped = buildGraph(shippedNetwork())
    expect(stored.places).toEqual(shipped.places)
    expect(routeThrough(stored, [BOGOTA, CALI])).toEqual(routeThrough(shipped, [BOGOTA, CALI]))
  })

  it('loads places in parallel, restores shipped rows and keeps existing tariffs', async () => {
    const { db } = test.deps
    const before = await findNetwork(db)
    const [station] = before.stations
    const tariff = { station_id: station!.id, valid_from: '2024-01-16', pesos: 1, source: 'prueba' }
    await db.insertInto('toll_tariffs').values(tariff).execute()
    await db
      .updateTable('toll_tariffs')
      .set({ pesos: 999 })
      .where('station_id', '=', station!.id)
      .where('valid_from', '=', '2025-01-16')
      .execute()
    await db.updateTable('places').set({ name: 'X' }).where('id', '=', BOGOTA).execute()
    await Promise.all(Array.from({ length: 4 }, () => loadPlaces(test.deps)))
    const after = await findNetwork(db)
    expect(after.places).toEqual(before.places)
    expect(after.roads).toEqual(before.roads)
    const pesos = after.stations.find(({ id }) => id === station!.id)!.tariffs.map((t) => t.pesos)
    expect(pesos.slice(0, 2)).toEqual([1, 999])
    await db.deleteFrom('toll_tariffs').where('station_id', '=', station!.id).execute()
    await loadPlaces(test.deps)
    expect(await findNetwork(db)).toEqual(before)
  })

  it('shows an edit of the network within a minute', async () => {
    const { db } = test.deps
    const first = await planRoute(test.deps, [BOGOTA, IBAGUE])
    const longer = (km: number) =>
      db.updateTable('roads').set({ km }).where('id', '=', first.legs[0]!.roadId).execute()
    await longer(first.legs[0]!.km + 1)
    expect((await planRoute(test.deps, [BOGOTA, IBAGUE])).distanceKm).toBe(first.distanceKm)
    test.clock.advance(60_000)
    const { distanceKm } = await planRoute(test.deps, [BOGOTA, IBAGUE])
    expect(distanceKm).toBeCloseTo(first.distanceKm + 1, 6)
    await longer(first.legs[0]!.km)
    forgetNetwork(db)
  })
})

describe('ETag', () => {
  it.each([
    ['', {}],
    [', compressed', { 'accept-encoding': 'br' }],
  ])(
    'answers 304 to a client that has the answer%s, and 200 after a change',
    async (_, accepts) => {
      const ask = (url: string, tag?: unknown) =>
        test.app.inject({
          url,
          headers: { ...accepts, ...(tag ? { 'if-none-match': String(tag) } : {}) },
        })
      const urls = [
        `/api/places?ids=${IBAGUE}`,
        `/api/places/route?stops=${BOGOTA},${IBAGUE}`,
        `/api/places/routes?from=${BOGOTA}&to=${IBAGUE}`,
      ]
      const tags = await Promise.all(urls.map(async (url) => (await ask(url)).headers.etag))
      expect(tags).toEqual(urls.map(() => expect.stringMatching(/^".+"$/)))
      for (const [at, url] of urls.entries()) {
        const again = await ask(url, tags[at])
        expect([again.statusCode, again.body]).toEqual([304, ''])
      }
      const rename = (name: string) =>
        test.deps.db.updateTable('places').set({ name }).where('id', '=', IBAGUE).execute()
      await rename('Ibagué Nueva')
      forgetNetwork(test.deps.db)
      for (const [at, url] of urls.entries()) {
        expect((await ask(url, tags[at])).statusCode).toBe(200)
      }
      await rename('Ibagué')
      forgetNetwork(test.deps.db)
    },
  )
})

describe('ensureCorridor', () => {
  const write = async (stops: string[]) => {
    const route = await planRoute(test.deps, stops)
    const at = test.clock.now()
    return inTransaction(test.deps.db, (tx) => ensureCorridor(tx, route, at))
  }

  it('writes one corridor with all its pairs when eight callers ask in parallel', async () => {
    const route = await planRoute(test.deps, [BOGOTA, IBAGUE, CALI])
    const ids = await Promise.all(
      Array.from({ length: 8 }, (_, i) => write(i % 2 ? [BOGOTA, CALI] : [BOGOTA, IBAGUE, CALI])),
    )
    expect(new Set(ids).size).toBe(1)
    const pairs = await test.deps.db
      .selectFrom('corridor_pairs')
      .selectAll()
      .where('corridor_id', '=', ids[0]!)
      .execute()
    const n = route.places.length
    expect(pairs).toHaveLength((n * (n - 1)) / 2)
    for (const pair of pairs) {
      const [from, to] = [route.places[pair.from_seq]!, route.places[pair.to_seq]!]
      expect(pair).toMatchObject({ from_place: from.placeId, from_minutes: from.minutes })
      expect(pair).toMatchObject({ to_place: to.placeId, to_minutes: to.minutes })
    }
    const row = await test.deps.db
      .selectFrom('corridors')
      .selectAll()
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow()
    expect(row.kms).toEqual(route.places.map((place) => place.km))
  })

  it('writes another corridor for the opposite direction', async () => {
    expect(await write([CALI, BOGOTA])).not.toBe(await write([BOGOTA, CALI]))
  })
})

describe('tollsOn', () => {
  it('changes the toll tariff at midnight in Bogotá, not in Greenwich', async () => {
    const route = await planRoute(test.deps, [BOGOTA, '50001'])
    const ids = route.legs.flatMap((leg) => leg.tollStations.map(({ id }) => id))
    const total = async (at: string) => {
      const tolls = await tollsOn(test.deps, ids, new Date(at))
      return tolls.reduce((sum, toll) => sum + toll.amount, 0)
    }
    expect(await total('2026-01-15T23:59:00-05:00')).toBe(61_500)
    expect(await total('2026-01-16T00:00:00-05:00')).toBe(67_700)
  })
})

describe('placesNear and placesByIds', () => {
  it('orders nearby places by distance and leaves the centre out', async () => {
    const near = await placesNear(test.deps, BOGOTA, 60)
    expect(near.length).toBeGreaterThan(3)
    expect(near.map(({ place }) => place.id)).not.toContain(BOGOTA)
    const away = near.map(({ awayKm }) => awayKm)
    expect(away).toEqual([...away].sort((a, b) => a - b))
    expect(away.at(-1)).toBeLessThanOrEqual(60)
  })

  it('returns places in the requested order without unknown codes', async () => {
    const found = await placesByIds(test.deps, [CALI, '99999', BOGOTA, CALI])
    expect(found.map(({ id }) => id)).toEqual([CALI, BOGOTA])
  })
})

describe('GET /places', () => {
  it('finds a place despite typing errors, with only the fields of the contract', async () => {
    const { status, body } = await get('/places?q=bogta')
    expect(status).toBe(200)
    expect(body.places[0]).toEqual({
      id: BOGOTA,
      name: 'Bogotá',
      department: expect.any(String),
      lat: expect.any(Number),
      lng: expect.any(Number),
    })
  })

  it('returns places by their codes', async () => {
    const { body } = await get(`/places?q=&ids=${CALI},${BOGOTA}`)
    expect(body.places.map((place: { id: string }) => place.id)).toEqual([CALI, BOGOTA])
  })

  it.each(['/places?q=a&x=1', `/places?q=${'a'.repeat(81)}`, '/places?ids=abc', '/places?q=a&q=b'])(
    'refuses the place request %s',
    async (path) => {
      const { status, body } = await get(path)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
    },
  )
})
