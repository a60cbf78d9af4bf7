import { beforeAll, describe, expect, it } from 'vitest'
import { TripView } from '#contract/trips.ts'
import { planRoute } from '#server/modules/roads/places/index.ts'
import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestDriver } from '#test/factories.ts'
import { aRoadNetwork, BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'
import { listSeatsLeft } from './seats.queries.ts'

let test: TestApp
let inAWeek: Date

beforeAll(async () => {
  test = await openTestApp()
  await aRoadNetwork(test.deps)
  inAWeek = addMs(test.clock.now(), 7 * DAY_MS)
})

type Body = Record<string, unknown>

async function bodyFor(driver: TestDriver, changes: Body = {}): Promise<Body> {
  const stops = (changes.stops as { placeId: string }[] | undefined)?.map((s) => s.placeId)
  const seats = (changes.seats as number | undefined) ?? 3
  const { quote } = await quoteTrip(test.deps, {
    stops: stops ?? [BOGOTA, GIRARDOT, IBAGUE, CALI],
    departsAt: inAWeek,
    seats: [1, 2, 4].includes(seats) ? seats : 3,
  })
  return {
    vehicleId: driver.vehicleId,
    stops: [BOGOTA, GIRARDOT, IBAGUE, CALI].map((placeId) => ({ placeId })),
    departsAt: inAWeek.toISOString(),
    seats,
    seatPrice: quote.seat.recommended,
    ...changes,
  }
}

async function publish(driver: { token: string }, payload: Body, key?: string) {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/trips',
    headers: {
      authorization: `Bearer ${driver.token}`,
      ...(key ? { 'idempotency-key': key } : {}),
    },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function refusal(driver: TestDriver, changes: Body): Promise<string> {
  const { status, body } = await publish(driver, await bodyFor(driver, changes))
  expect(status).toBeGreaterThanOrEqual(400)
  return body.code
}

async function tripsInDatabase(): Promise<number> {
  const { rows } = await asOwner(test.deps.databaseUrl, 'select count(*)::int as n from trips')
  return rows[0].n
}

describe('publishing a trip', () => {
  it('publishes a trip with free seats and a price on every leg', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const { status, body } = await publish(driver, await bodyFor(driver))
    expect(body).not.toHaveProperty('error')
    expect(status).toBe(201)
    const trip = TripView.parse(body.trip)
    expect(trip).toMatchObject({ status: 'published', viewer: 'driver', seats: 3 })
    expect(trip.can).toMatchObject({ book: false, cancel: true, pause: true, checkIn: false })
    expect(trip.vehicle.plate).toMatch(/^[A-Z]{3}\d{3}$/)
    expect(trip.stops.map((stop) => stop.placeId)).toEqual([BOGOTA, GIRARDOT, IBAGUE, CALI])
    expect(trip.corridor.length).toBeGreaterThan(6)
    expect(trip.corridor.map((stop) => stop.id)).toEqual(
      trip.corridor.map((_, seq) => `${trip.id}.${seq}`),
    )
    expect(trip.legs.map((leg) => leg.seatsLeft)).toEqual([3, 3, 3])
    expect(trip.legs.reduce((total, leg) => total + leg.price, 0)).toBe(trip.seatPrice)
    expect(await listSeatsLeft(test.deps.db, trip.id)).toEqual(
      Array.from({ length: trip.corridor.length - 1 }, () => 3),
    )
    const route = await planRoute(test.deps, [BOGOTA, GIRARDOT, IBAGUE, CALI])
    expect(trip.distanceKm).toBe(route.distanceKm)
    expect(trip.arrivesAt).toBe(addMs(inAWeek, route.durationMinutes * MINUTE_MS).toISOString())
  })

  it('stores the quote of a published trip with its inputs', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const { body } = await publish(driver, await bodyFor(driver))
    const { rows } = await asOwner(test.deps.databaseUrl, 'select quote from trips where id = $1', [
      body.trip.id,
    ])
    expect(rows[0].quote.basis).toMatchObject({ kmPerGallon: 40, seats: 3 })
    expect(rows[0].quote.seat.recommended).toBe(body.trip.seatPrice)
  })

  it('stores the leg prices that the driver chose', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const { quote } = await quoteTrip(test.deps, {
      stops: [BOGOTA, GIRARDOT, IBAGUE, CALI],
      departsAt: inAWeek,
      seats: 3,
    })
    const legPrices = quote.legs.map((leg) => leg.min)
    const seatPrice = legPrices.reduce((total, price) => total + price, 0)
    const { body } = await publish(driver, await bodyFor(driver, { legPrices, seatPrice }))
    expect(body.trip.legs.map((leg: { price: number }) => leg.price)).toEqual(legPrices)
  })

  it('returns the same trip for a repeated key, and refuses other data with it', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const payload = await bodyFor(driver)
    const key = newId()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => publish(driver, payload, key)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.trip.id)).size).toBe(1)
    const other = await publish(driver, { ...payload, seats: 2 }, key)
    expect(other.body.code).toBe('idempotency_mismatch')
  })
})

describe('refused publications', () => {
  let driver: TestDriver
  beforeAll(async () => {
    driver = await aVerifiedDriver(test.deps)
  })

  it.each<[string, Body]>([
    ['trip_departs_in_past', { departsAt: '2026-11-20T12:59:59.000Z' }],
    ['trip_too_far_ahead', { departsAt: '2027-02-18T13:00:01.000Z' }],
    ['price_above_ceiling', { seatPrice: 900_000 }],
    ['price_below_floor', { seatPrice: 100 }],
    ['invalid_request', { legPrices: [100, 100] }],
    ['invalid_request', { legPrices: [1, 2, 3] }],
    ['invalid_request', { seats: 0 }],
    ['invalid_request', { seats: 2.5 }],
    ['invalid_request', { seats: '3' }],
    ['invalid_request', { seatPrice: Number.MAX_SAFE_INTEGER + 1 }],
    ['invalid_request', { paymentModes: [] }],
    ['invalid_request', { paymentModes: ['billetera', 'billetera'] }],
    ['invalid_request', { driverId: newId() }],
    ['invalid_request', { departsAt: '2026-11-27' }],
    ['vehicle_not_found', { vehicleId: newId() }],
    ['publish_balance_required', { paymentModes: ['billetera', 'directo'] }],
    ['contact_in_text', { notes: 'Escríbeme al 310 555 12 34' }],
    ['contact_in_text', { notes: 'Te dejo el puesto en 20.000' }],
  ])('answers the publishing error %s for %j and writes nothing', async (code, changes) => {
    const before = await tripsInDatabase()
    expect(await refusal(driver, changes)).toBe(code)
    expect(await tripsInDatabase()).toBe(before)
  })

  it('refuses unknown, repeated and backward places of a trip', async () => {
    const stops = (...ids: string[]) => ({ stops: ids.map((placeId) => ({ placeId })) })
    const body = await bodyFor(driver)
    const code = async (...ids: string[]) =>
      (await publish(driver, { ...body, ...stops(...ids) })).body.code
    expect(await code(BOGOTA, '99999')).toBe('place_not_found')
    expect(await code(BOGOTA, CALI, BOGOTA)).toBe('route_stops_invalid')
    expect(await code(BOGOTA, CALI, IBAGUE)).toBe('route_stops_invalid')
    expect(await code(BOGOTA)).toBe('invalid_request')
  })

  it("refuses another person's car, and people without verification", async () => {
    const other = await aVerifiedDriver(test.deps)
    expect(await refusal(driver, { vehicleId: other.vehicleId })).toBe('vehicle_not_found')
    const passenger = await aUser(test.deps)
    const { body } = await publish(passenger, await bodyFor(driver))
    expect(body.code).toBe('identity_not_verified')
  })

  it('refuses more seats than the car has besides the driver', async () => {
    const small = await aVerifiedDriver(test.deps, { seats: 3 })
    expect(await refusal(small, { seats: 3 })).toBe('trip_seats_exceed_vehicle')
    const { status } = await publish(small, await bodyFor(small, { seats: 2 }))
    expect(status).toBe(201)
  })

  it('refuses a trip whose documents expire before the arrival', async () => {
    const owner = await aVerifiedDriver(test.deps)
    const expireOn = (date: string) =>
      asOwner(
        test.deps.databaseUrl,
        `update documents set expires_on = $1 where owner_id = $2 and kind = 'soat'`,
        [date, owner.userId],
      )
    await expireOn('2026-11-27')
    // The trip leaves on the 27th and arrives on the 28th.
    const late = { departsAt: '2026-11-27T20:00:00-05:00' }
    expect(await refusal(owner, late)).toBe('documents_not_valid_on_date')
    const { status } = await publish(owner, await bodyFor(owner))
    expect(status).toBe(201)
  })

  it('requires a balance to offer direct payment', async () => {
    const paid = await aVerifiedDriver(test.deps)
    await aFundedWallet(test.deps, paid.userId, 9_999)
    const direct = { paymentModes: ['directo'] }
    expect(await refusal(paid, direct)).toBe('publish_balance_required')
    await aFundedWallet(test.deps, paid.userId, 1)
    const { body } = await publish(paid, await bodyFor(paid, direct))
    expect(body.trip.paymentModes).toEqual(['directo'])
  })
})

describe('publishing a trip with its return', () => {
  async function both(driver: TestDriver, returnAt: Date, changes: Body = {}) {
    const stops = [CALI, IBAGUE, GIRARDOT, BOGOTA]
    const { quote } = await quoteTrip(test.deps, { stops, departsAt: returnAt, seats: 3 })
    const returnTrip = { departsAt: returnAt.toISOString(), seatPrice: quote.seat.recommended }
    return bodyFor(driver, { returnTrip: { ...returnTrip, ...changes } })
  }
  const dayAfter = () => addMs(inAWeek, DAY_MS)

  it('publishes trip and return, the return in reverse order at its own price', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const { status, body } = await publish(driver, await both(driver, dayAfter()))
    expect(status).toBe(201)
    const [trip, back] = [TripView.parse(body.trip), TripView.parse(body.returnTrip)]
    expect(back.stops.map((stop) => stop.placeId)).toEqual([CALI, IBAGUE, GIRARDOT, BOGOTA])
    expect(back.departsAt).toBe(dayAfter().toISOString())
    expect(back.legs.reduce((total, leg) => total + leg.price, 0)).toBe(back.seatPrice)
    expect([back.vehicle, back.seats]).toEqual([trip.vehicle, trip.seats])
    expect(await listSeatsLeft(test.deps.db, back.id)).toHaveLength(back.corridor.length - 1)
  })

  it('refuses a return that departs before the arrival', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const route = await planRoute(test.deps, [BOGOTA, GIRARDOT, IBAGUE, CALI])
    const arrival = addMs(inAWeek, route.durationMinutes * MINUTE_MS)
    const before = await tripsInDatabase()
    const early = await publish(driver, await both(driver, addMs(arrival, -1)))
    expect(early.body).toMatchObject({ code: 'trip_overlaps', details: { trip: 'return' } })
    expect(early.body.error).toMatch(/^Viaje de regreso: /)
    expect(await tripsInDatabase()).toBe(before)
    expect((await publish(driver, await both(driver, arrival))).status).toBe(201)
  })

  it('publishes neither trip nor return when the return is refused', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const before = await tripsInDatabase()
    const dear = await publish(driver, await both(driver, dayAfter(), { seatPrice: 900_000 }))
    expect(dear.body).toMatchObject({ code: 'price_above_ceiling', details: { trip: 'return' } })
    const far = await publish(driver, await both(driver, addMs(inAWeek, 90 * DAY_MS)))
    expect(far.body.code).toBe('trip_too_far_ahead')
    expect(await tripsInDatabase()).toBe(before)
  })

  it('returns the same trip and return for a repeated key', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const payload = await both(driver, dayAfter())
    const key = newId()
    const answers = await Promise.all([1, 2, 3, 4].map(() => publish(driver, payload, key)))
    const ids = answers.map(({ body }) => `${body.trip.id} ${body.returnTrip.id}`)
    expect(new Set(ids).size).toBe(1)
    const changed = { ...payload, returnTrip: undefined }
    expect((await publish(driver, changed, key)).body.code).toBe('idempotency_mismatch')
  })
})

describe('several trips of one driver', () => {
  it('refuses overlapping trips and unreachable departures, and allows the return', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const first = await publish(driver, await bodyFor(driver))
    const arrivesAt = new Date(first.body.trip.arrivesAt)
    const at = (instant: Date, ...ids: string[]) => ({
      departsAt: instant.toISOString(),
      stops: ids.map((placeId) => ({ placeId })),
    })
    expect(await refusal(driver, at(inAWeek, BOGOTA, IBAGUE))).toBe('trip_overlaps')
    expect(await refusal(driver, at(addMs(arrivesAt, -1), CALI, IBAGUE))).toBe('trip_overlaps')
    expect(await refusal(driver, at(addMs(arrivesAt, HOUR_MS), BOGOTA, IBAGUE))).toBe(
      'trip_overlaps',
    )
    const back = await publish(driver, await bodyFor(driver, at(arrivesAt, CALI, IBAGUE)))
    expect(back.status).toBe(201)
  })

  it('publishes one of eight overlapping trips in parallel', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const payload = await bodyFor(driver)
    const answers = await Promise.all(Array.from({ length: 8 }, () => publish(driver, payload)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)
    expect(new Set(codes)).toEqual(new Set(['trip_overlaps']))
  })

  it('refuses overlapping trips with the same car registered by two people', async () => {
    const one = await aVerifiedDriver(test.deps)
    const two = await aVerifiedDriver(test.deps)
    await asOwner(
      test.deps.databaseUrl,
      'update vehicles set plate = (select plate from vehicles where id = $1) where id = $2',
      [one.vehicleId, two.vehicleId],
    )
    const answers = await Promise.all([
      publish(one, await bodyFor(one)),
      publish(two, await bodyFor(two)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it("refuses a driver's fifth trip of one day", async () => {
    const driver = await aVerifiedDriver(test.deps)
    const midnight = new Date('2026-11-28T05:00:00.000Z')
    const hop = async (hours: number, from: string, to: string) => {
      const stops = [{ placeId: from }, { placeId: to }]
      const departsAt = addMs(midnight, hours * HOUR_MS).toISOString()
      return publish(driver, await bodyFor(driver, { stops, departsAt }))
    }
    for (let i = 0; i < 4; i += 1) {
      const [from, to] = i % 2 === 0 ? [IBAGUE, GIRARDOT] : [GIRARDOT, IBAGUE]
      expect((await hop(3 * i, from, to)).status).toBe(201)
    }
    expect((await hop(15, IBAGUE, GIRARDOT)).body.code).toBe('trip_daily_cap')
    expect((await hop(24, IBAGUE, GIRARDOT)).status).toBe(201)
  })
})
