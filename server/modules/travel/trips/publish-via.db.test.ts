import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WayChoice } from '#contract/places.ts'
import { TripView } from '#contract/trips.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aVerifiedDriver, type TestDriver } from '#test/factories.ts'
import { aRoadNetwork, BOGOTA, GIRARDOT } from '#test/trip-factories.ts'

// A driver chooses one of several routes by a via: a place that the route passes without stopping.

const LA_MESA = '25386'
const FUSAGASUGA = '25290'
const TOCAIMA = '25815'
const HONDA = '73349'

let test: TestApp
let driver: TestDriver
let departsAt: Date

beforeAll(async () => {
  test = await openTestApp()
  await aRoadNetwork(test.deps)
  departsAt = addMs(test.clock.now(), 7 * DAY_MS)
})

beforeEach(async () => {
  driver = await aVerifiedDriver(test.deps)
})

const stops = (...ids: string[]) => ids.map((placeId) => ({ placeId }))
const by = (placeId: string) => ({ placeId, via: true })

async function call(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) {
  const headers = { authorization: `Bearer ${driver.token}` }
  const url = `/api${path}`
  const answer = await test.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}

type Asked = { placeId: string; via?: boolean }[]

async function quoteOf(asked: Asked) {
  const via = asked.filter((stop) => stop.via).map((stop) => stop.placeId)
  const body = { stops: asked.map((stop) => stop.placeId), via, departsAt, seats: 3 }
  return (await call('POST', '/trips/quote', body)).body
}

function publish(asked: Asked, more: object = {}) {
  const body = { vehicleId: driver.vehicleId, stops: asked, departsAt, seats: 3, ...more }
  return call('POST', '/trips', body)
}

async function published(asked: Asked, more: object = {}) {
  const { seat } = await quoteOf(asked)
  const { body } = await publish(asked, { seatPrice: seat.recommended, ...more })
  expect(body).not.toHaveProperty('error')
  return {
    trip: TripView.parse(body.trip),
    back: body.returnTrip ? TripView.parse(body.returnTrip) : null,
  }
}

const idsOf = (points: { placeId: string }[]) => points.map((point) => point.placeId)

describe('GET /places/routes', () => {
  it('offers the same route choices that publishing with a via uses', async () => {
    const { body } = await call('GET', `/places/routes?from=${BOGOTA}&to=${GIRARDOT}`)
    const routes = WayChoice.array().parse(body.routes)
    expect(routes.map((route) => route.label)).toEqual(['Por Fusagasugá', 'Por La Mesa'])
    const byLaMesa = routes[1]!
    expect(byLaMesa).toMatchObject({ via: [LA_MESA], tollTotal: expect.any(Number) })
    expect(byLaMesa.stops).toEqual([
      { placeId: BOGOTA, via: false },
      { placeId: LA_MESA, via: true },
      { placeId: GIRARDOT, via: false },
    ])
    expect(byLaMesa.suggested).toContain(TOCAIMA)
    const { trip } = await published(byLaMesa.stops)
    expect(idsOf(trip.corridor)).toEqual(idsOf(byLaMesa.corridor))
    expect(trip.distanceKm).toBe(byLaMesa.distanceKm)
  })

  it('keeps the order of the stops and charges the tolls of the date', async () => {
    const query = `from=${BOGOTA}&to=${GIRARDOT}&stops=${FUSAGASUGA}`
    const { body } = await call('GET', `/places/routes?${query}&date=2020-01-01`)
    for (const route of body.routes) {
      expect(idsOf(route.corridor)).toContain(FUSAGASUGA)
      expect(route.tollTotal).toBe(0)
    }
  })

  it.each([
    [`from=${BOGOTA}&to=${BOGOTA}`, 'route_stops_invalid'],
    [`from=${BOGOTA}&to=99999`, 'place_not_found'],
    [`from=${BOGOTA}`, 'invalid_request'],
    [`from=${BOGOTA}&to=${GIRARDOT}&stops=x`, 'invalid_request'],
  ])('refuses a request for route choices with %s', async (query, code) => {
    expect((await call('GET', `/places/routes?${query}`)).body.code).toBe(code)
  })
})

describe('GET /places/route', () => {
  it('inserts a stop at the shortest detour and keeps the chosen route', async () => {
    const query = `stops=${BOGOTA},${LA_MESA},${GIRARDOT}&via=${LA_MESA}&add=${TOCAIMA}`
    const { body } = await call('GET', `/places/route?${query}`)
    expect(body.stops).toEqual([
      { placeId: BOGOTA, via: false },
      { placeId: LA_MESA, via: true },
      { placeId: TOCAIMA, via: false },
      { placeId: GIRARDOT, via: false },
    ])
    const declared = body.corridor.filter((point: { declared: boolean }) => point.declared)
    expect(idsOf(declared)).toEqual([BOGOTA, TOCAIMA, GIRARDOT])
  })
})

describe('a trip on a chosen route', () => {
  const asked = [...stops(BOGOTA), by(LA_MESA), ...stops(GIRARDOT)]

  it('publishes a trip that passes the via without a stop, as part of one leg', async () => {
    const quote = await quoteOf(asked)
    const { trip } = await published(asked, { legPrices: [quote.seat.recommended] })
    expect(idsOf(trip.corridor)).toContain(LA_MESA)
    expect(idsOf(trip.corridor)).not.toContain(FUSAGASUGA)
    expect(idsOf(trip.stops)).toEqual([BOGOTA, GIRARDOT])
    expect(trip.legs).toHaveLength(1)
    const seatPrice = quote.seat.recommended
    const two = await publish(asked, { seatPrice, legPrices: [seatPrice - 5_000, 5_000] })
    expect(two.body.code).toBe('invalid_request')
  })

  it('limits the price by the ceiling of the chosen route, not of the fastest one', async () => {
    const [chosen, fastest] = [await quoteOf(asked), await quoteOf(stops(BOGOTA, GIRARDOT))]
    expect(chosen.distanceKm).not.toBe(fastest.distanceKm)
    expect(chosen.seat.max).toBeLessThan(fastest.seat.max)
    const over = await publish(asked, { seatPrice: fastest.seat.max })
    expect(over.body.code).toBe('price_above_ceiling')
    expect((await publish(asked, { seatPrice: chosen.seat.max })).status).toBe(201)
  })

  it('publishes the return on the same chosen route', async () => {
    const seatPrice = (await quoteOf(asked.toReversed())).seat.recommended
    const returnTrip = { departsAt: addMs(departsAt, 12 * HOUR_MS), seatPrice }
    const { trip, back } = await published(asked, { returnTrip })
    expect(idsOf(back!.corridor)).toEqual(idsOf(trip.corridor).reverse())
    expect(idsOf(back!.stops)).toEqual([GIRARDOT, BOGOTA])
  })

  it('keeps the chosen route when departure and price of a trip change', async () => {
    const { trip } = await published(asked)
    const changes = {
      departsAt: addMs(departsAt, HOUR_MS),
      seatPrice: (await quoteOf(asked)).seat.max,
    }
    const { body } = await call('PATCH', `/trips/${trip.id}`, changes)
    expect(body).not.toHaveProperty('error')
    expect(body.trip.seatPrice).toBe(changes.seatPrice)
    expect(idsOf(body.trip.corridor)).toEqual(idsOf(trip.corridor))
    const tooMuch = (await quoteOf(stops(BOGOTA, GIRARDOT))).seat.max
    const over = await call('PATCH', `/trips/${trip.id}`, { seatPrice: tooMuch })
    expect(over.body.code).toBe('price_above_ceiling')
  })

  it('repeats a trip weekly on the chosen route, and names only its stops', async () => {
    const { seat } = await quoteOf(asked)
    const body = { vehicleId: driver.vehicleId, stops: asked, departsAt, seats: 3 }
    const weekday = departsAt.getUTCDay() || 7
    const trip = { ...body, seatPrice: seat.recommended }
    const series = await call('POST', '/trip-series', { trip, weekdays: [weekday] })
    expect(series.body.series.stops).toEqual(['Bogotá', 'Girardot'])
    const days = series.body.series.days as { tripId: string }[]
    expect(days.length).toBeGreaterThan(2)
    for (const { tripId } of days) {
      const shown = (await call('GET', `/trips/${tripId}`)).body.trip
      expect(idsOf(shown.corridor)).toContain(LA_MESA)
      expect(idsOf(shown.stops)).toEqual([BOGOTA, GIRARDOT])
    }
  })

  it.each<[string, Asked]>([
    ['the first is only passed', [by(BOGOTA), ...stops(LA_MESA, GIRARDOT)]],
    ['the last is only passed', [...stops(BOGOTA, LA_MESA), by(GIRARDOT)]],
    ['there is nowhere to stop', [by(BOGOTA), by(GIRARDOT)]],
    ['it goes a long way round', [...stops(BOGOTA), by(HONDA), ...stops(GIRARDOT)]],
    [
      'it would pass a place twice',
      [...stops(BOGOTA), by(HONDA), by(FUSAGASUGA), ...stops(GIRARDOT)],
    ],
  ])('refuses a trip with a via when %s', async (_case, wrong) => {
    const { body } = await publish(wrong, { seatPrice: 20_000 })
    expect(body.code).toBe('route_stops_invalid')
    expect((await quoteOf(wrong)).code).toBe('route_stops_invalid')
  })

  it('refuses a meeting point at a via', async () => {
    const safePointId = '01890000-0000-7000-8000-000000000001'
    const wrong = [...stops(BOGOTA), { ...by(LA_MESA), safePointId }, ...stops(GIRARDOT)]
    expect((await publish(wrong, { seatPrice: 20_000 })).body.code).toBe('invalid_request')
  })

  it('accepts at most six stops and vias between the ends', async () => {
    const many = [BOGOTA, '25473', LA_MESA, '25035', '25599', TOCAIMA, '25307', '73275', '73200']
    const wrong = many.map((placeId, i) => (i % 2 ? by(placeId) : { placeId }))
    expect((await publish(wrong, { seatPrice: 20_000 })).body.code).toBe('invalid_request')
  })
})

it('refuses a quote whose via is not among its stops', async () => {
  const body = { stops: [BOGOTA, GIRARDOT], via: [LA_MESA], departsAt, seats: 3 }
  expect((await call('POST', '/trips/quote', body)).body.code).toBe('route_stops_invalid')
})
