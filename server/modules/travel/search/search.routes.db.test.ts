import { beforeAll, describe, expect, it } from 'vitest'
import { loadSafePoints } from '#server/modules/roads/places/index.ts'
import { takeSeats } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver } from '#test/factories.ts'
import {
  aRoadNetwork,
  aTrip,
  BOGOTA,
  CALI,
  GIRARDOT,
  IBAGUE,
  type TestTrip,
} from '#test/trip-factories.ts'
import { findTrips } from './find-trips.ts'

const NO_PREFERENCES = {
  luggage: 'small',
  pets: false,
  wheelchair: false,
  childSeat: false,
  smoking: false,
  music: true,
  talk: 'some',
  maxTwoInBack: false,
  womenOnly: false,
  verifiedOnly: false,
} as const
const SOACHA = '25754'
const CAJAMARCA = '73124'

let test: TestApp
let trip: TestTrip
let date: string

beforeAll(async () => {
  test = await openTestApp()
  await aRoadNetwork(test.deps)
  trip = await aTrip(test.deps)
  date = bogotaDate(trip.facts.departsAt)
})

async function search(query: Record<string, string | number>) {
  const text = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))
  const answer = await test.app.inject({ url: `/api/trips/search?${text}` })
  return { status: answer.statusCode, body: answer.json() }
}

describe('searching for a part of a trip', () => {
  it('returns declared stops as exact matches, with the price and seats of the part', async () => {
    const { status, body } = await search({ from: IBAGUE, to: CALI, date, seats: 2 })
    expect(status).toBe(200)
    expect(body.results).toHaveLength(1)
    const leg = trip.facts.declaredSeqs.map((seq) => trip.facts.priceCumulative[seq] ?? 0)
    expect(body.results[0]).toMatchObject({
      tripId: trip.tripId,
      match: 'exact',
      fromStopId: trip.stop(IBAGUE),
      toStopId: trip.stop(CALI),
      from: { placeId: IBAGUE, name: 'Ibagué' },
      to: { placeId: CALI, name: 'Cali' },
      price: (leg[3] ?? 0) - (leg[2] ?? 0),
      seatsLeft: 3,
      needsApproval: false,
      paymentModes: ['billetera'],
      driver: {
        name: 'Carlos R.',
        verified: true,
        tripsCompleted: 0,
        badges: ['identity', 'licence', 'vehicle', 'phone'],
      },
      awayKm: null,
    })
  })

  it('returns places on the way as corridor matches, which the driver must accept', async () => {
    const { body } = await search({ from: CAJAMARCA, to: CALI, date })
    expect(body.results[0]).toMatchObject({ match: 'corridor', needsApproval: true })
    expect(body.results[0].price % 100).toBe(0)
  })

  it("names the driver's meeting point where the searched part starts, and no other", async () => {
    const salitre = derivedId('safe-point', 'bogota-terminal-salitre')
    const departsAt = addMs(trip.facts.departsAt, 12 * DAY_MS)
    await loadSafePoints(test.deps)
    await aTrip(test.deps, { departsAt, points: { [BOGOTA]: salitre } })
    const found = async (from: string) => {
      const { body } = await search({ from, to: CALI, date: bogotaDate(departsAt) })
      return body.results[0].meetingPoint
    }
    expect(await found(BOGOTA)).toContain('Salitre')
    expect(await found(GIRARDOT)).toBeNull()
    await asOwner(test.deps.databaseUrl, `update safe_points set status = 'hidden' where id = $1`, [
      salitre,
    ])
    expect(await found(BOGOTA)).toBeNull()
  })

  it('finds no trip in the opposite direction', async () => {
    expect((await search({ from: CALI, to: IBAGUE, date })).body.results).toEqual([])
  })

  it('hides only the parts of a trip that need its full leg', async () => {
    const full = await aTrip(test.deps, { departsAt: addMs(trip.facts.departsAt, 5 * DAY_MS) })
    const day = bogotaDate(full.facts.departsAt)
    const [fromSeq, toSeq] = full.facts.declaredSeqs.slice(1, 3) as [number, number]
    const { tripId } = full
    await inTransaction(test.deps.db, (tx) => takeSeats(tx, { tripId, fromSeq, toSeq, seats: 3 }))
    const ids = async (from: string, to: string) =>
      (await search({ from, to, date: day })).body.results.map(
        (result: { tripId: string }) => result.tripId,
      )
    expect(await ids(BOGOTA, CALI)).toEqual([])
    expect(await ids(GIRARDOT, IBAGUE)).toEqual([])
    expect(await ids(BOGOTA, GIRARDOT)).toEqual([tripId])
    expect(await ids(IBAGUE, CALI)).toEqual([tripId])
  })

  it('finds no undeclared places of a driver who does not pick up on the way', async () => {
    const strict = await aTrip(test.deps, {
      enRoutePickups: false,
      departsAt: addMs(trip.facts.departsAt, 10 * DAY_MS),
    })
    const day = bogotaDate(strict.facts.departsAt)
    const hidden = await search({ from: CAJAMARCA, to: CALI, date: day })
    expect(hidden.body.results.map((each: { match: string }) => each.match)).not.toContain(
      'corridor',
    )
    expect((await search({ from: IBAGUE, to: CALI, date: day })).body.results).toHaveLength(1)
  })

  it('adds trips that start nearby to the results, with the distance', async () => {
    const near = await aTrip(test.deps, {
      stops: [SOACHA, GIRARDOT],
      departsAt: addMs(trip.facts.departsAt, 15 * DAY_MS),
    })
    const day = bogotaDate(near.facts.departsAt)
    const { body } = await search({ from: BOGOTA, to: GIRARDOT, date: day })
    expect(body.results).toHaveLength(1)
    expect(body.results[0]).toMatchObject({
      tripId: near.tripId,
      match: 'nearby',
      from: { placeId: SOACHA },
    })
    expect(body.results[0].awayKm).toBeGreaterThan(5)
    expect(body.results[0].awayKm).toBeLessThan(30)
  })

  it('counts trips on the days around, by the date of boarding at the asked place', async () => {
    const departsAt = new Date('2027-01-11T23:00:00-05:00')
    await aTrip(test.deps, { departsAt })
    const nearby = async (from: string, day: string) =>
      (await search({ from, to: CALI, date: day })).body
    // The trip leaves Bogotá on the 11th and passes Ibagué on the 12th.
    expect((await nearby(BOGOTA, '2027-01-11')).results).toHaveLength(1)
    expect((await nearby(IBAGUE, '2027-01-11')).results).toHaveLength(0)
    expect((await nearby(IBAGUE, '2027-01-11')).nearbyDates).toEqual([
      { date: '2027-01-12', count: 1 },
    ])
    expect((await nearby(IBAGUE, '2027-01-12')).results).toHaveLength(1)
    expect((await nearby(IBAGUE, '2027-01-12')).nearbyDates).toEqual([])
    expect((await nearby(BOGOTA, '2027-01-15')).nearbyDates).toEqual([])
  })

  it('filters the trips and counts how many each filter would leave', async () => {
    const departsAt = new Date('2027-02-03T07:00:00-05:00')
    const plain = await aTrip(test.deps, { departsAt, seatPrice: trip.facts.seatPrice + 1_000 })
    const roomy = await aTrip(test.deps, {
      departsAt: addMs(departsAt, 10 * HOUR_MS),
      instant: false,
      preferences: { ...NO_PREFERENCES, pets: true, luggage: 'large', wheelchair: true },
    })
    const ids = async (query: Record<string, string | number>) => {
      const { body } = await search({ from: BOGOTA, to: CALI, date: '2027-02-03', ...query })
      return body.results.map((result: { tripId: string }) => result.tripId)
    }
    expect(await ids({})).toEqual([plain.tripId, roomy.tripId])
    expect(await ids({ sort: 'price' })).toEqual([roomy.tripId, plain.tripId])
    expect(await ids({ filters: 'instant' })).toEqual([plain.tripId])
    expect(await ids({ filters: 'pets,luggage' })).toEqual([roomy.tripId])
    expect(await ids({ filters: 'instant,pets' })).toEqual([])
    expect(await ids({ filters: 'wheelchair' })).toEqual([roomy.tripId])
    expect(await ids({ filters: 'wheelchair,childSeat' })).toEqual([])
    expect(await ids({ hours: 'afternoon,night' })).toEqual([roomy.tripId])
    expect(await ids({ maxPrice: trip.facts.seatPrice })).toEqual([roomy.tripId])
    expect(await ids({ page: 2 })).toEqual([])
    const asked = { from: BOGOTA, to: CALI, date: '2027-02-03', filters: 'instant', counts: 1 }
    const { body } = await search(asked)
    expect(body).toMatchObject({ total: 2, matching: { exact: 1, corridor: 0, nearby: 0 } })
    expect(body.counts.filters).toMatchObject({ instant: 1, verified: 1, pets: 0, billetera: 1 })
    expect(body.counts.hours).toEqual({ dawn: 0, morning: 1, afternoon: 0, night: 0 })
  })

  it.each([
    ['place_not_found', { from: '99999' }],
    ['route_stops_invalid', { from: CALI }],
    ['invalid_request', { date: '2026-02-30' }],
    ['invalid_request', { date: 'mañana' }],
    ['invalid_request', { seats: 5 }],
    ['invalid_request', { seats: '1e0' }],
    ['invalid_request', { from: "1' or" }],
    ['invalid_request', { orden: 'precio' }],
    ['invalid_request', { filters: 'pets,fast' }],
    ['invalid_request', { filters: 'pets,pets' }],
    ['invalid_request', { filters: '' }],
    ['invalid_request', { hours: 'siesta' }],
    ['invalid_request', { maxPrice: 0 }],
    ['invalid_request', { maxPrice: '5e4' }],
    ['invalid_request', { sort: 'stars' }],
    ['invalid_request', { page: 0 }],
    ['invalid_request', { page: 101 }],
    ['invalid_request', { counts: 'true' }],
    ['invalid_request', { date: '0001-01-01' }],
    ['invalid_request', { date: '9999-12-31' }],
  ])('answers the search error %s for %j', async (code, changes) => {
    const { body } = await search({ from: BOGOTA, to: CALI, date, ...changes })
    expect(body.code).toBe(code)
  })

  it('offers the nearest town and the nearest day only when a day has no trip', async () => {
    const at = (days: number) => addMs(trip.facts.departsAt, days * DAY_MS)
    await aTrip(test.deps, { stops: [GIRARDOT, CALI], departsAt: at(30), enRoutePickups: false })
    for (const days of [35, 35, 40]) await aTrip(test.deps, { departsAt: at(days) })
    const { body } = await search({ from: BOGOTA, to: CALI, date: bogotaDate(at(30)) })
    expect(body.total).toBe(0)
    expect(body.instead).toEqual({
      town: {
        from: { placeId: GIRARDOT, name: 'Girardot' },
        to: { placeId: CALI, name: 'Cali' },
        awayKm: expect.closeTo(90, -2),
        count: 1,
      },
      day: { date: bogotaDate(at(35)), count: 2 },
    })
    const found = await search({ from: BOGOTA, to: CALI, date: bogotaDate(at(35)) })
    expect(found.body).not.toHaveProperty('instead')
  })

  it('offers no town and no day without enough free seats', async () => {
    const at = addMs(trip.facts.departsAt, 60 * DAY_MS)
    await aTrip(test.deps, { stops: [GIRARDOT, CALI], departsAt: at, enRoutePickups: false })
    const query = { from: BOGOTA, to: CALI, date: bogotaDate(at) }
    expect((await search(query)).body.instead.town).toMatchObject({ count: 1 })
    expect((await search({ ...query, seats: 4 })).body.instead).toEqual({ town: null, day: null })
  })

  it('offers no trip of a person who was blocked', async () => {
    const at = addMs(trip.facts.departsAt, 70 * DAY_MS)
    const driver = await aVerifiedDriver(test.deps)
    const stops = [GIRARDOT, CALI]
    await aTrip(test.deps, { driver, stops, departsAt: at, enRoutePickups: false })
    const person = await aUser(test.deps)
    const query = { from: BOGOTA, to: CALI, date: bogotaDate(at) }
    const town = async () => (await findTrips(test.deps, person, query)).instead?.town
    expect(await town()).toMatchObject({ count: 1 })
    const payload = { userId: driver.userId }
    const headers = { authorization: `Bearer ${person.token}` }
    await test.app.inject({ method: 'POST', url: '/api/blocks', payload, headers })
    expect(await town()).toBeNull()
  })

  it.each(['1900-01-01', '2020-01-01', '2100-01-01', '2199-12-31'])(
    'returns no trips for the date %s, far in the past or the future',
    async (day) => {
      const { status, body } = await search({ from: BOGOTA, to: CALI, date: day })
      expect(status).toBe(200)
      expect(body).toEqual({
        results: [],
        total: 0,
        matching: { exact: 0, corridor: 0, nearby: 0 },
        nearbyDates: [],
      })
    },
  )
})

describe('the place nearest to a position', () => {
  const near = async (query: string) => {
    const answer = await test.app.inject({ url: `/api/search/near?${query}` })
    return { status: answer.statusCode, body: answer.json() }
  }

  it.each([
    ['lat=4.65&lng=-74.06', BOGOTA],
    ['lat=4.44&lng=-75.23', IBAGUE],
    ['lat=3.45&lng=-76.53', CALI],
  ])('the place nearest to %s is %s', async (point, placeId) => {
    const { status, body } = await near(point)
    expect(status).toBe(200)
    expect(body.place).toMatchObject({ id: placeId })
    expect(body.awayKm).toBeLessThan(15)
  })

  it.each(['lat=40.42&lng=-3.7', 'lat=-89&lng=179', 'lat=0&lng=0'])(
    'finds no place near %s',
    async (point) => expect((await near(point)).body.code).toBe('place_not_found'),
  )

  it.each(['lat=4.6512345&lng=-74.06', 'lat=x&lng=1', 'lat=1', ''])(
    'refuses the position %j',
    async (point) => expect((await near(point)).body.code).toBe('invalid_request'),
  )
})
